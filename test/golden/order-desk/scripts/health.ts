// Asks the service in the same container whether its process answers: exit status 0 where it does. Run by HEALTHCHECK.
import { get, type IncomingMessage, type RequestOptions } from 'node:http';
import { get as getByTls } from 'node:https';

const { HOST = '127.0.0.1', PORT = '3000', TLS_CERT_FILE } = process.env;
/** Addresses that stand for all of a machine are listened on, and not connected to. */
const loopback = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
]);
const target: RequestOptions = {
  host: loopback.get(HOST) ?? HOST,
  port: PORT,
  path: '/health',
  timeout: 3000,
  agent: false,
};
const end = (response: IncomingMessage) => {
  process.exit(response.statusCode === 200 ? 0 : 1);
};
// The certificate is for the name that clients use, not for this one.
const request =
  TLS_CERT_FILE === undefined
    ? get(target, end)
    : getByTls({ ...target, rejectUnauthorized: false }, end);
request.on('timeout', () => request.destroy(new Error('no answer')));
request.on('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
