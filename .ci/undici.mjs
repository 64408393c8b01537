// What the program uses of undici, in place of its index: a connection to a proxy, asked for a tunnel. The index loads fetch, mocks, caches and
// web sockets as well, which takes longer than a whole command. The tests import this, too.
import connect from "undici/lib/api/api-connect.js";
import Client from "undici/lib/dispatcher/client.js";
import Dispatcher from "undici/lib/dispatcher/dispatcher.js";

// As the index does it, with all of its methods.
Object.assign(Dispatcher.prototype, { connect });

export { Client };
