import type { DocumentedOperation } from './document.ts';
import type { Random } from './random.ts';
import type { FuzzRequest } from './request.ts';

/** What the headers of a valid request are made for. */
export interface HeaderWish {
  readonly operation: DocumentedOperation;
  /** Whether the answer is to be in plain JSON, of which more is learnt. */
  readonly isPlain: boolean;
  readonly etag?: string;
  readonly contentType?: string;
  readonly credential?: readonly [name: string, value: string];
}

/** Headers that the document permits, and the media type that they ask for. */
export function headersOf(
  random: Random,
  { operation, isPlain, etag, contentType, credential }: HeaderWish,
): { readonly headers: FuzzRequest['headers']; readonly accept: string } {
  const types = Object.entries(operation.responses)
    .filter(([status]) => Number(status) < 300)
    .flatMap(([, { content }]) => Object.keys(content));
  const first = types[0] ?? 'application/json';
  const accept = isPlain || random.chance(0.4) ? first : (random.any(types) ?? first);
  const names = new Set(operation.headerParameters.map(({ name }) => name));
  const required = new Set(
    operation.headerParameters.filter(({ isRequired }) => isRequired).map(({ name }) => name),
  );
  const isChange = names.has('If-Match');
  const headers: [string, string][] = [];
  const maybe = (probability: number, name: string, value: () => string) => {
    if (random.chance(probability)) headers.push([name, value()]);
  };
  if (credential !== undefined) headers.push([...credential]);
  if (contentType !== undefined) {
    const isText = contentType.endsWith('xml') || contentType === 'application/json';
    headers.push([
      'Content-Type',
      isText && random.chance(0.2) ? `${contentType}; charset=utf-8` : contentType,
    ]);
  }
  if (accept !== first || random.chance(0.5)) {
    headers.push([
      'Accept',
      random.pick([accept, accept, `${accept};q=0.9, */*;q=0.1`, `${accept}, image/png;q=0.5`]),
    ]);
  }
  maybe(0.3, 'Accept-Language', () =>
    random.pick(['de', 'en', 'de-AT, en;q=0.5', 'fr, *;q=0.1', 'DE-de;q=0.8']),
  );
  maybe(0.3, 'Accept-Encoding', () =>
    random.pick(['gzip', 'br', 'gzip, br, deflate', 'identity', 'br;q=0.5, gzip;q=1.0', '*']),
  );
  if (isChange) {
    const tag = etag ?? '*';
    if (random.chance(0.8))
      headers.push(['If-Match', random.pick([tag, tag, '*', tag === '*' ? tag : `"x", ${tag}`])]);
    else if (random.chance(0.1)) headers.push(['If-None-Match', '"another"']);
  } else if (names.has('If-None-Match')) {
    maybe(0.2, 'If-None-Match', () => random.pick([etag ?? '"x"', '"x", W/"y"', '*']));
  }
  if (names.has('Idempotency-Key') && (required.has('Idempotency-Key') || random.chance(0.2))) {
    // Few enough to be repeated now and then.
    const key = random.chance(0.2) ? String(random.int(1, 9)) : random.uuid();
    headers.push(['Idempotency-Key', `"${key}"`]);
  }
  if (names.has('Prefer')) {
    maybe(0.25, 'Prefer', () =>
      random.pick(['return=minimal', 'return=representation', 'respond-async, return=minimal']),
    );
  }
  maybe(0.1, 'Origin', () => random.pick(['https://app.acme.example', 'https://other.example']));
  maybe(0.1, 'Traceparent', () => `00-${random.uuid().replaceAll('-', '')}-00f067aa0ba902b7-01`);
  maybe(0.05, 'User-Agent', () => 'test');
  return { headers, accept };
}
