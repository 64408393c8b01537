import type { Reply, Watch } from "../../sandbox/index.ts";
import { clockSteps, isQueuedAs, presets } from "./presets.ts";
import { guards } from "./shell.ts";

export function act(path: string, form: URLSearchParams, { controls }: Watch): Reply | undefined {
  if (path === "/console/faults") return switchFault(form, controls) ? back : undefined;
  if (path !== "/console/clock") return undefined;
  const wanted = form.get("seconds") ?? "";
  if (wanted === "real") controls.freeClock();
  else {
    const step = clockSteps.find(([seconds]) => String(seconds) === wanted);
    if (step === undefined) return undefined;
    controls.moveClock({ advance_seconds: step[0] });
  }
  return back;
}

/** Status 303 (See Other), so that reloading the page does not send the form again. */
const back: Reply = {
  status: 303,
  type: "text/plain",
  body: "",
  headers: { ...guards, Location: "/console/controls" },
};

function switchFault(form: URLSearchParams, { faults }: Watch["controls"]): boolean {
  const to = form.get("switch");
  const id = form.get("id");
  if (id !== null) {
    if (to === "off") faults.remove(id);
    return to === "off";
  }
  const preset = presets.find((each) => each.id === form.get("fault"));
  if (preset === undefined) return false;
  if (to === "off") {
    for (const each of faults.list()) if (isQueuedAs(each, preset)) faults.remove(each.id);
    return true;
  }
  if (to !== "once" && to !== "always") return false;
  faults.order([to === "once" ? preset.order : { ...preset.order, probability: 1 }]);
  return true;
}
