// What the program uses of undici, in place of its index: one connection, and requests over it. The index loads fetch, mocks, caches and web
// sockets as well, which takes longer than a whole command. The tests import this, too.
import connect from "undici/lib/api/api-connect.js";
import request from "undici/lib/api/api-request.js";
import buildConnector from "undici/lib/core/connect.js";
import errors from "undici/lib/core/errors.js";
import Client from "undici/lib/dispatcher/client.js";
import Dispatcher from "undici/lib/dispatcher/dispatcher.js";

// As the index does it, with all of its methods.
Object.assign(Dispatcher.prototype, { connect, request });

export { buildConnector, Client, errors };
