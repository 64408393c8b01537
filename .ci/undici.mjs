// The part of undici that the program uses, in place of its index: a connection that requests a tunnel from a proxy.
// The index also loads fetch, mocks, caches and web sockets, which takes longer than a whole command. The tests
// import this too.
import connect from "undici/lib/api/api-connect.js";
import Client from "undici/lib/dispatcher/client.js";
import Dispatcher from "undici/lib/dispatcher/dispatcher.js";

// undici's own index adds all its methods this way.
Object.assign(Dispatcher.prototype, { connect });

export { Client };
