import type { Random } from './random.ts';

/** Bytes that are no request, or that two readers could take for two different ones. */
export function garbage(random: Random): Buffer {
  const host = 'Host: x\r\n';
  const noise = Buffer.from(Array.from({ length: random.int(1, 400) }, () => random.int(0, 255)));
  const chunked = `POST /v1/x HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n`;
  const text = random.pick([
    '\r\n\r\n\r\n',
    'GET\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    'GET / HTTP/1.0\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    `GET  / HTTP/1.1\r\n${host}\r\n`,
    `get / HTTP/1.1\r\n${host}\r\n`,
    `GET /\u0000 HTTP/1.1\r\n${host}\r\n`,
    `GET / HTTP/1.1\n${host}\n`,
    `GET / HTTP/1.1\r\n${host}${host}\r\n`,
    `GET / HTTP/1.1\r\n${host}No colon\r\n\r\n`,
    `GET / HTTP/1.1\r\n${host}Space : x\r\n\r\n`,
    `GET / HTTP/1.1\r\n${host} folded\r\n\r\n`,
    `GET / HTTP/1.1\r\n${host}X: a\u0000b\r\n\r\n`,
    `GET / HTTP/1.1\r\n${host}: empty name\r\n\r\n`,
    `GET /health HTTP/1.1\r\n${host}${'A: b\r\n'.repeat(3000)}\r\n`,
    `GET /health HTTP/1.1\r\n${host}X: ${'y'.repeat(200_000)}\r\n\r\n`,
    `GET /${'x'.repeat(200_000)} HTTP/1.1\r\n${host}\r\n`,
    `${'X'.repeat(5000)} / HTTP/1.1\r\n${host}\r\n`,
    `CONNECT x:443 HTTP/1.1\r\n${host}\r\n`,
    `POST /v1/x HTTP/1.1\r\n${host}Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef`,
    `POST /v1/x HTTP/1.1\r\n${host}Content-Length: -1\r\n\r\n`,
    `POST /v1/x HTTP/1.1\r\n${host}Content-Length: 1e3\r\n\r\n`,
    `POST /v1/x HTTP/1.1\r\n${host}Content-Length: 99999999999999999999\r\n\r\n`,
    `POST /v1/x HTTP/1.1\r\n${host}Content-Length: 100\r\n\r\nshort`,
    `POST /v1/x HTTP/1.1\r\n${host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    `POST /v1/x HTTP/1.1\r\n${host}Transfer-Encoding: gzip\r\n\r\n`,
    `POST /v1/x HTTP/1.1\r\n${host}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
    `${chunked}zz\r\n`,
    `${chunked}5\r\nab`,
    `${chunked}ffffffffffffffff\r\n`,
    `${chunked}1;${'e'.repeat(30_000)}\r\na\r\n0\r\n\r\n`,
    `${chunked}0\r\nTrailer: x\r\nContent-Length: 9\r\n\r\n`,
    `GET /health HTTP/1.1\r\n${host}Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\n\r\n`,
    `GET /health HTTP/1.1\r\n${host}Content-Length: 5\r\n\r\nabcde`,
    `GET http:///health HTTP/1.1\r\n${host}\r\n`,
    `GET health HTTP/1.1\r\n${host}\r\n`,
    `OPTIONS * HTTP/1.1\r\n${host}\r\n`,
    `GET * HTTP/1.1\r\n${host}\r\n`,
    '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
    '{"a":1}',
  ]);
  return random.chance(0.15) ? noise : Buffer.from(text, 'latin1');
}
