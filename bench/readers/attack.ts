/** A request that a reader is to take long for. */
export interface Attack {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What somebody sends who wants a reader to take long. */
export interface Input {
  readonly reader: string;
  readonly name: string;
  /** The part of the request whose size is limited: `body`, `uri` or `headers`. */
  readonly part: 'body' | 'uri' | 'headers';
  /** @param size bytes of the part that is limited */
  make(size: number): Attack;
}

/** A text of so many bytes, or a few less. */
export type Make = (size: number) => string;

/** Path of the one collection. */
export const things = '/v1/things';

/** As many of a text as fit. */
export const fill = (text: string, size: number): string =>
  text.repeat(Math.max(0, Math.floor(size / Buffer.byteLength(text))));

/** Texts made for their number, joined, up to a size. */
export function series(size: number, separator: string, text: (index: number) => string): string {
  const parts: string[] = [];
  for (let index = 0, length = 0; ; index += 1) {
    const part = text(index);
    length += part.length + separator.length;
    if (length > size) return parts.join(separator);
    parts.push(part);
  }
}

export function around(before: string, after: string, inner: Make): Make {
  return (size: number) => before + inner(Math.max(0, size - before.length - after.length)) + after;
}

/** One in the other, with something in the middle. */
export const nested =
  (open: string, middle: string, close: string): Make =>
  (size) => {
    const levels = Math.floor((size - middle.length) / (open.length + close.length));
    return open.repeat(levels) + middle + close.repeat(levels);
  };
