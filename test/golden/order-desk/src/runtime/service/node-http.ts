/** Without the client of `fetch`: an import of node:http loads that as well, to list what the module exports. */
export const http = process.getBuiltinModule('node:http');
