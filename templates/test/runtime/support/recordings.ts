import type { TestAnswer, TestRequest } from './client.ts';
import { followed, pageLinksOf } from './links.ts';
import type { TestService } from './service.ts';

/** What clients of a version sent when it was frozen, and what they were answered. */
export interface Recordings {
  readonly format: 1;
  /** In the order in which they are repeated: each counts on those before it. */
  readonly exchanges: readonly Exchange[];
}

export interface Exchange {
  /** What it shows. */
  readonly name: string;
  readonly request: RecordedRequest;
  readonly answer: RecordedAnswer;
}

export interface RecordedRequest extends TestRequest {
  readonly method: string;
  /** Without the version: `/orders/{id-1}?size=1`. */
  readonly path: string;
}

export interface RecordedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent: the answer had none. */
  readonly body?: unknown;
}

/** What a service makes up, by the names that stand in its place. */
export const madeUp = {
  cursor: /(?<=cursor(?:%5D|\])?=)[\w%.~-]+/gi,
  id: /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g,
  /** The issuer of tokens, which tests start on a port of its own: it stands in the names of clients. */
  issuer: /http(?:%3A%2F%2F|:\/\/)127\.0\.0\.1(?:%3A|:)\d+/g,
  instant: /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z/g,
} as const;

type Kind = keyof typeof madeUp | 'tag';

/** What placeholders stand for. */
export interface KnownValues {
  /** Values that the service made up, by their names. */
  readonly names: Readonly<Record<string, string>>;
  /** Values of the same form that the client made up. */
  readonly sent: readonly string[];
}

/**
 * Numbered names in the place of what a service makes up, such as `{id-1}`: what is equal has the same name. What the client
 * made up stays as it is.
 */
export class Placeholders {
  readonly #names = new Map<string, string>();
  readonly #values = new Map<string, string>();
  readonly #sent = new Set<string>();
  readonly #counts = new Map<Kind, number>();

  constructor({ names, sent }: KnownValues = { names: {}, sent: [] }) {
    for (const [name, value] of Object.entries(names)) {
      this.#names.set(value, name);
      this.#values.set(name, value);
    }
    for (const value of sent) this.#sent.add(value);
    this.countBehind(Object.keys(names));
  }

  /** Without entity tags and places in lists, which say nothing beside another release. */
  get known(): KnownValues {
    const names = [...this.#values].filter(([name]) => !/^\{(?:tag|cursor)-/.test(name));
    return { names: Object.fromEntries(names), sent: [...this.#sent] };
  }

  /** Notes what a client says, before it is sent. */
  note(value: unknown): void {
    const text = JSON.stringify(value) ?? '';
    for (const pattern of Object.values(madeUp)) {
      for (const [found] of text.matchAll(pattern)) this.#sent.add(found);
    }
  }

  /**
   * What stands in the place of a value that is made up as a whole.
   *
   * @param of what it belongs to, where equal values of others say nothing
   */
  nameOf(kind: Kind, value: string, of = ''): string {
    if (this.#sent.has(value)) return value;
    const known = this.#names.get(of + value);
    if (known !== undefined) return known;
    const number = (this.#counts.get(kind) ?? 0) + 1;
    const name = `{${kind}-${String(number)}}`;
    this.#counts.set(kind, number);
    this.#names.set(of + value, name);
    this.#values.set(name, value);
    return name;
  }

  /** Members are gone through by their names, so that their order does not matter. */
  hide(value: unknown): unknown {
    return changed(value, (text) =>
      Object.entries(madeUp).reduce(
        (shown, [kind, pattern]) =>
          shown.replaceAll(pattern, (found) => this.nameOf(kind as Kind, found)),
        text,
      ),
    );
  }

  /** Goes on counting behind the names that stand in a value. */
  countBehind(value: unknown): void {
    for (const [, kind, number] of (JSON.stringify(value) ?? '').matchAll(/\{([a-z]+)-(\d+)\}/g)) {
      const counted = this.#counts.get(kind as Kind) ?? 0;
      this.#counts.set(kind as Kind, Math.max(counted, Number(number)));
    }
  }

  /** How many places in lists have a name: those that come later can be forgotten. */
  get cursors(): number {
    return this.#counts.get('cursor') ?? 0;
  }

  /** How many instants have a name: those that come later can be forgotten. */
  get instants(): number {
    return this.#counts.get('instant') ?? 0;
  }

  /** Forgets instants behind so many, as if no answer had shown them. */
  forgetInstants(known: number): void {
    for (const [value, name] of this.#names) {
      const [, number] = /^\{instant-(\d+)\}$/.exec(name) ?? [];
      if (Number(number) > known) this.#names.delete(value);
    }
    this.#counts.set('instant', known);
  }

  /** Forgets places in lists behind so many: another order led to them. */
  forgetCursors(known: number): void {
    for (const [value, name] of this.#names) {
      const [, number] = /^\{cursor-(\d+)\}$/.exec(name) ?? [];
      if (Number(number) > known) this.#names.delete(value);
    }
  }

  /** True if each name that stands in a value stands for something that this service made. */
  knowsAll(value: unknown): boolean {
    return !/\{(?:cursor|id|instant|issuer|tag)-\d+\}/.test(JSON.stringify(this.reveal(value)));
  }

  reveal<T>(value: T): T {
    return changed(value, (text) =>
      text.replaceAll(
        /\{(?:cursor|id|instant|issuer|tag)-\d+\}/g,
        (name) => this.#values.get(name) ?? name,
      ),
    ) as T;
  }
}

/** A value with other texts in it. */
export function changed(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item: unknown) => changed(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, changed(member, change)]),
  );
}

/** Sends a recorded request to a version, a second after the one before, and tells what can be compared of the answer. */
export async function repeat(
  service: TestService,
  label: string,
  { method, path, body, headers = {} }: RecordedRequest,
  placeholders: Placeholders,
): Promise<RecordedAnswer> {
  placeholders.note([path, headers, body]);
  service.now = new Date(service.now.getTime() + 1000);
  const answer = await service.request(method, `/v${label}${placeholders.reveal(path)}`, {
    headers: placeholders.reveal(headers),
    ...(body === undefined ? {} : { body: placeholders.reveal(body) }),
  });
  return comparable(answer, path, placeholders);
}

/** Of the message, and of what versions have to tell about themselves, nothing is compared. */
const compared = [
  'allow',
  'accept-patch',
  'cache-control',
  'content-language',
  'content-type',
  'preference-applied',
];
const addresses = ['location', 'content-location'];

function comparable(answer: TestAnswer, path: string, placeholders: Placeholders): RecordedAnswer {
  const { status, headers, text } = answer;
  const header = (name: string, show: (value: string) => unknown): [string, string][] => {
    const value = headers.get(name);
    const shown = value === null ? '' : String(show(value));
    return shown === '' ? [] : [[name, shown]];
  };
  const show = (value: unknown) => placeholders.hide(changed(value, withoutVersion));
  const trace = headers.get('x-request-id') ?? '';
  const body = trace === '' ? text : text.replaceAll(trace, '{trace}');
  // The entity tag of an answer to POST is that of what was made.
  const [[, made] = []] = header('location', show);
  return {
    status,
    headers: Object.fromEntries([
      ...compared.flatMap((name) => header(name, (value) => value)),
      ...addresses.flatMap((name) => header(name, show)),
      ...header('etag', (value) => placeholders.nameOf('tag', value, made ?? path)),
      ...header('link', (value) => placeholders.hide(pageLinksWithoutVersion(value))),
    ]),
    ...(body === '' ? {} : { body: show(parsed(headers.get('content-type'), body)) }),
  };
}

function parsed(mediaType: string | null, text: string): unknown {
  return /[/+]json/.test(mediaType ?? '') ? (JSON.parse(text) as unknown) : text;
}

/** An address as it would be if nothing had versions; any other text as it is. */
function withoutVersion(address: string): string {
  return followed(address).replace(/^\/v\d[\d-]*(?=[/?#]|$)/, '');
}

/** The links between pages, without what names the version. */
function pageLinksWithoutVersion(value: string): string {
  return pageLinksOf(value)
    .map(({ target, relation }) => `<${withoutVersion(target)}>; rel="${relation}"`)
    .join(', ');
}
