import { isObject } from './document.ts';
import type { FuzzRequest } from './request.ts';

/** More tries than this make a report late, and hardly a request smaller. */
const maxTries = 120;
/** What makes a request invalid by being absent. */
const isNeeded = /^(content-type|accept|if-match|idempotency-key|x-.*)$/i;

/**
 * The smallest request that still fails, made by leaving out one thing after the other.
 *
 * @param fails sends it, and tells whether the same is wrong
 */
export async function minimal(
  request: FuzzRequest,
  fails: (request: FuzzRequest) => Promise<boolean>,
): Promise<FuzzRequest> {
  let best = request;
  let tries = 0;
  for (let found = true; found;) {
    found = false;
    for (const smaller of smallerThan(best)) {
      tries += 1;
      if (tries > maxTries) return best;
      if (!(await fails(smaller))) continue;
      best = smaller;
      found = true;
      break;
    }
  }
  return best;
}

function* smallerThan(request: FuzzRequest): Generator<FuzzRequest> {
  const { garbage, headers, target, body } = request;
  if (garbage !== undefined) {
    const half = Math.floor(garbage.length / 2);
    if (half > 0) yield { ...request, garbage: garbage.subarray(0, half) };
    if (half > 0) yield { ...request, garbage: garbage.subarray(half) };
    return;
  }
  for (const [gone, [name]] of headers.entries()) {
    if (request.isValid && isNeeded.test(name)) continue;
    yield { ...request, headers: headers.filter((_, index) => index !== gone) };
  }
  const [path = '', search] = target.split('?', 2);
  if (search !== undefined) {
    const pairs = search.split('&');
    for (const gone of pairs.keys()) {
      const rest = pairs.filter((_, index) => index !== gone).join('&');
      yield { ...request, target: rest === '' ? path : `${path}?${rest}` };
    }
  }
  // Without a part of its body it may be none that the document permits.
  if (body === undefined || request.isValid) return;
  const text = body.toString();
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    const half = Math.floor(body.length / 2);
    if (half > 0) yield { ...request, body: body.subarray(0, half) };
    return;
  }
  for (const smaller of smallerValues(parsed)) {
    yield { ...request, body: Buffer.from(JSON.stringify(smaller)) };
  }
}

function* smallerValues(value: unknown): Generator<unknown> {
  if (typeof value === 'string' && value.length > 1) {
    yield value.slice(0, Math.floor(value.length / 2));
    yield value.slice(Math.floor(value.length / 2));
  }
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    for (const gone of items.keys()) yield items.filter((_, index) => index !== gone);
    for (const [at, item] of items.entries()) {
      for (const smaller of smallerValues(item)) {
        yield items.map((each, index) => (index === at ? smaller : each));
      }
    }
  } else if (isObject(value)) {
    const entries = Object.entries(value);
    for (const [gone] of entries) {
      yield Object.fromEntries(entries.filter(([name]) => name !== gone));
    }
    for (const [at, member] of entries) {
      for (const smaller of smallerValues(member)) {
        yield Object.fromEntries(
          entries.map(([name, each]) => [name, name === at ? smaller : each]),
        );
      }
    }
  }
}
