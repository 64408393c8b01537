// Wine 8 rejects a socket whose keep-alive was set before it was connected; Windows does not.
const { Socket } = require("node:net");
const { setKeepAlive } = Socket.prototype;
Socket.prototype.setKeepAlive = function (...words) {
  if (this.connecting) this.once("connect", () => setKeepAlive.apply(this, words));
  else setKeepAlive.apply(this, words);
  return this;
};
