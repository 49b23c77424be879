/**
 * Modules of Node that an import would load too much of, or too early: that of node:http loads the client of `fetch` as well, to list
 * what the module exports, and those for TLS and HTTP/2 take a sixth of the start of a service that speaks neither.
 */
export const nodeModules = {
  get http() {
    return process.getBuiltinModule('node:http');
  },
  get http2() {
    return process.getBuiltinModule('node:http2');
  },
  get https() {
    return process.getBuiltinModule('node:https');
  },
  get tls() {
    return process.getBuiltinModule('node:tls');
  },
};
