/** A request as it goes over the wire. */
export interface FuzzRequest {
  /** Tells it from the others of the campaign. */
  readonly number: number;
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: Buffer;
  /** Instead of all the above: bytes that are no request. */
  readonly garbage?: Buffer;
  /** Whether all of it is as the document wants it, so that only the state of the service can refuse it. */
  readonly isValid: boolean;
}

/** The bytes of it; `host` only where it names none itself. */
export function bytesOf(request: FuzzRequest, host: string): Buffer {
  const { method, target, headers, body, garbage } = request;
  if (garbage !== undefined) return garbage;
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const hasFraming = names.has('content-length') || names.has('transfer-encoding');
  const all = [
    ...(names.has('host') ? [] : [['Host', host] as const]),
    ...headers,
    ...(body === undefined || hasFraming ? [] : [['Content-Length', String(body.length)] as const]),
  ];
  const lines = all.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines}\r\n`, 'latin1');
  return body === undefined ? head : Buffer.concat([head, body]);
}

/** A line for a shell that sends it again. */
export function commandOf(request: FuzzRequest, address: string): string {
  const { method, target, headers, body, garbage } = request;
  if (garbage !== undefined) {
    const { hostname, port } = new URL(address);
    return `printf %s ${quoted(garbage, true)} | nc ${hostname} ${port}`;
  }
  const parts = [
    'curl -sSi -g --path-as-is',
    method === 'HEAD' ? '--head' : `-X ${quoted(Buffer.from(method))}`,
    ...headers.map(([name, value]) => {
      // Curl takes an empty value only behind a semicolon.
      const field = value === '' ? `${name};` : `${name}: ${value}`;
      return `-H ${quoted(Buffer.from(field, 'latin1'))}`;
    }),
    ...(body === undefined ? [] : [`--data-binary ${quoted(body)}`]),
    ...(target.startsWith('/')
      ? [quoted(Buffer.from(address + target, 'latin1'))]
      : [`--request-target ${quoted(Buffer.from(target, 'latin1'))} ${address}`]),
  ];
  return parts.join(' ');
}

const maxShown = 3000;

function quoted(bytes: Buffer, always = false): string {
  const cut = bytes.subarray(0, maxShown);
  const text = cut.toString('latin1');
  const more = cut.length < bytes.length ? ` # and ${String(bytes.length - cut.length)} bytes` : '';
  if (!always && /^[\x20-\x7e]*$/.test(text)) return `'${text.replaceAll("'", "'\\''")}'${more}`;
  const escaped = text.replaceAll(
    /[^\x20-\x26\x28-\x5b\x5d-\x7e]/g,
    (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  return `$'${escaped}'${more}`;
}
