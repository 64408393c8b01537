// The part of undici that the program uses, in place of its index: a connection to a proxy that asks for a tunnel. The
// index also loads fetch, mocks, caches and web sockets, which takes longer than a whole command. The tests import this
// too.
import connect from "undici/lib/api/api-connect.js";
import Client from "undici/lib/dispatcher/client.js";
import Dispatcher from "undici/lib/dispatcher/dispatcher.js";

// The index adds all methods in the same way.
Object.assign(Dispatcher.prototype, { connect });

export { Client };
