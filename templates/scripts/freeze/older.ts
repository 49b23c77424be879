import { DeclaredLosses } from '../../test/runtime/support/declared-losses.ts';
import type { ResourceLosses } from '../../test/runtime/support/resource-losses.ts';
import {
  Placeholders,
  repeat,
  type Exchange,
  type RecordedAnswer,
  type RecordedRequest,
} from '../../test/runtime/support/recordings.ts';
import type { TestService } from '../../test/runtime/support/service.ts';
import { filtered, sorted } from './lists.ts';
import { inOrderOfAppearance } from './numbering.ts';

/** What a resource of an older version gets by its next minor release. */
export interface AddedParts {
  /** Of its collection, without the version: `/orders/{orderId}/lines`. */
  readonly path: string;
  readonly members: readonly AddedMember[];
  /** Members that its lists can be filtered by, or sorted, from then on. */
  readonly filters: readonly string[];
  readonly sorts: readonly string[];
  readonly canUpdate: boolean;
  readonly preconditions: 'optional' | 'required';
  readonly idempotencyKey: 'optional' | 'required';
}

export interface AddedMember {
  readonly name: string;
  /** Values that clients may send; of a unique member as many as rows may need. Empty: they send none. */
  readonly values: readonly unknown[];
  /** Values that are refused. */
  readonly invalid: readonly unknown[];
  readonly isUnique: boolean;
  readonly isImmutable: boolean;
}

/** What is known of an older version besides what was recorded of it. */
export interface Additions {
  readonly added: readonly AddedParts[];
}

/** What was recorded of an older version last. */
export interface LastRelease {
  readonly label: string;
  readonly exchanges: readonly Exchange[];
  /** What answers need not be any more. */
  readonly losses: readonly ResourceLosses[];
}

/**
 * Repeats what was recorded of an older version last, with the members that its next minor release adds, and shows them alone
 * behind it.
 */
export async function recordOlder(
  service: TestService,
  { label, exchanges: recorded, losses }: LastRelease,
  { added }: Additions,
): Promise<readonly Exchange[]> {
  const placeholders = new Placeholders();
  const declared = new DeclaredLosses(losses, placeholders);
  const exchanges: Exchange[] = [];
  const record = async (name: string, request: RecordedRequest): Promise<RecordedAnswer> => {
    const answer = await repeat(service, label, request, placeholders);
    exchanges.push({ name, request, answer });
    return answer;
  };
  const rows = new Rows(added);
  for (const exchange of recorded) {
    const request = declared.requestOf(exchange);
    if (request === undefined) continue;
    const sent = rows.withMembers(request, exchange.answer);
    const answer = await record(exchange.name, sent);
    rows.note(sent, answer);
    declared.compare(exchange, answer);
  }
  for (const [path, each] of rows.kept) {
    const { body } = await record(shownName(each), { method: 'GET', path });
    await recordParameters(record, path, each, body);
    await recordMembers(record, path, each);
  }
  return inOrderOfAppearance(exchanges);
}

type RecordExchange = (name: string, request: RecordedRequest) => Promise<RecordedAnswer>;

function shownName({ members, filters, sorts }: AddedParts): string {
  const names = new Set([...members.map(({ name }) => name), ...filters, ...sorts]);
  return `one with ${[...names].join(', ')}`;
}

/** Lists that are asked for what an added parameter offers, by the values of a row. */
async function recordParameters(
  record: RecordExchange,
  path: string,
  { filters, sorts }: AddedParts,
  shown: unknown,
): Promise<void> {
  const collection = path.slice(0, path.lastIndexOf('/'));
  const lists = [...sorted(collection, sorts), ...filtered(collection, filters, shown as Members)];
  for (const each of lists) await record(each.name, { method: 'GET', path: each.path });
}

/** Each added member of a row: as another value, and as what is refused. */
async function recordMembers(
  record: RecordExchange,
  path: string,
  { members, canUpdate, preconditions, idempotencyKey }: AddedParts,
): Promise<void> {
  if (!canUpdate) return;
  let count = 0;
  const patch = (name: string, body: Readonly<Record<string, unknown>>) => {
    count += 1;
    const key = { 'idempotency-key': `"addition-${path}-${String(count)}"` };
    const headers = {
      ...(preconditions === 'required' && { 'if-match': '*' }),
      ...(idempotencyKey === 'required' && key),
    };
    return record(name, { method: 'PATCH', path, body, headers });
  };
  for (const { name, values, invalid, isUnique, isImmutable } of members) {
    for (const value of invalid)
      await patch(`a change of ${name} to a wrong value`, { [name]: value });
    const value = values.at(-1);
    if (value === undefined || isImmutable || isUnique) continue;
    await patch(`a change of ${name}`, { [name]: value });
  }
}

type Members = Readonly<Record<string, unknown>>;

/** The rows that requests make, with the added members that each was made with. */
class Rows {
  readonly #added: readonly AddedParts[];
  /** By the path of the row. */
  readonly #made = new Map<string, { readonly of: AddedParts; readonly members: Members }>();
  #count = 0;

  constructor(added: readonly AddedParts[]) {
    this.#added = added;
  }

  /** The last row of each resource that is still there, by its path. */
  get kept(): ReadonlyMap<string, AddedParts> {
    const last = new Map([...this.#made].map(([path, { of }]) => [of, path] as const));
    return new Map([...last].map(([of, path]) => [path, of]));
  }

  /** The request with the added members, where it makes a row or replaces one. */
  withMembers(request: RecordedRequest, { status }: RecordedAnswer): RecordedRequest {
    const { method, path, body } = request;
    if (typeof body !== 'object' || body === null || Array.isArray(body) || status >= 300) {
      return request;
    }
    const of = method === 'POST' ? this.#collectionAt(path) : undefined;
    const members = of === undefined ? this.#replaced(method, path) : this.#fresh(of);
    return members === undefined ? request : { ...request, body: { ...members, ...body } };
  }

  /** Notes which rows there are after an answer. */
  note({ method, path, body }: RecordedRequest, { status, headers }: RecordedAnswer): void {
    if (method === 'DELETE' && status < 300) this.#made.delete(path);
    const of = method === 'POST' && status === 201 ? this.#collectionAt(path) : undefined;
    const id = headers['location']?.split('/').at(-1);
    if (of === undefined || id === undefined) return;
    const names = new Set(of.members.map(({ name }) => name));
    const sent = Object.entries(body as Members).filter(([name]) => names.has(name));
    this.#made.set(`${path}/${id}`, { of, members: Object.fromEntries(sent) });
  }

  #fresh({ members }: AddedParts): Members {
    const count = this.#count;
    this.#count += 1;
    const chosen = members.flatMap(({ name, values, isUnique }) => {
      const value = isUnique ? values[count] : values[0];
      return value === undefined ? [] : [[name, value] as const];
    });
    return Object.fromEntries(chosen);
  }

  #replaced(method: string, path: string): Members | undefined {
    return method === 'PUT' ? this.#made.get(path)?.members : undefined;
  }

  #collectionAt(path: string): AddedParts | undefined {
    const at = (each: string) =>
      each.split('/').map((part) => (part.startsWith('{') ? '{}' : part));
    return this.#added.find((each) => at(each.path).join('/') === at(path).join('/'));
  }
}
