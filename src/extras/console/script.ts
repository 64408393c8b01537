/**
 * The console's only script, allowed by its hash. While the page is visible, it fetches the page every second and
 * replaces the live parts. The fetched page is parsed without running scripts, and no text is inserted as HTML.
 */
export const consoleScript = `
"use strict";
(() => {
  const main = document.getElementById("main");
  const lost = document.getElementById("lost");
  if (main.dataset.follow !== "yes") return;
  const address = new URL(location.href);
  address.hash = "";
  address.searchParams.set("live", "");
  const wait = (milliseconds) => setTimeout(ask, milliseconds);
  function ask() {
    if (document.hidden) return wait(1000);
    const request = new XMLHttpRequest();
    request.open("GET", address);
    request.responseType = "document";
    request.timeout = 10000;
    request.onload = () => {
      lost.hidden = request.status === 200;
      if (request.status === 200 && request.response) update(request.response);
      wait(1000);
    };
    request.onerror = request.ontimeout = () => {
      lost.hidden = false;
      wait(3000);
    };
    request.send();
  }
  function update(fresh) {
    for (const part of fresh.querySelectorAll("[data-live]")) {
      const old = document.getElementById(part.id);
      if (!old || old.isEqualNode(part) || old.contains(document.activeElement)) continue;
      old.replaceWith(document.importNode(part, true));
    }
  }
  wait(1000);
})();
`;
