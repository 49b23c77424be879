import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Kysely } from 'kysely';
import { priceText, type RandomCustomOperation, type RandomMachine } from './machines.ts';
import {
  afterTimers,
  isTimed,
  outcomeOf,
  possible,
  updated,
  type Outcome,
  type Row,
  type Sent,
} from './model.ts';

interface EventRow {
  readonly type: string;
  readonly row_id: string;
  readonly sequence: number;
}

/** What a walk needs of the service: the support of its own tests gives it. */
export interface WalkedService {
  readonly app: { readonly background?: { run(): Promise<void> } };
  readonly database: { readonly reader: Kysely<{ readonly events: EventRow }> };
  now: Date;
  request(
    method: string,
    path: string,
    request?: { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> },
  ): Promise<Answer>;
  stop(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Which of the custom operations, and what is sent along with it. */
interface Wish {
  readonly customOperation: number;
  readonly sent: Required<Sent>;
  /** Bits: which of the inputs that need not be sent are. */
  readonly sends: number;
  readonly leavesOut: boolean;
}

export type Step =
  | ({ readonly kind: 'customOperation'; readonly isRepeated: boolean } & Wish)
  | { readonly kind: 'race'; readonly wishes: readonly [Wish, Wish] }
  | {
      readonly kind: 'patch';
      readonly amount?: number;
      readonly price?: number | null;
      readonly flag?: boolean;
      readonly dueIn?: number | null;
    }
  | { readonly kind: 'force'; readonly state: string }
  | { readonly kind: 'wait'; readonly minutes: number };

const minute = 60_000;
const amount = fc.constantFrom(0, 2, 3, 4, 5, 9);
/** Few of them: so those that a condition names are met. */
const price = fc.constantFrom(0, 90, 100, 110, 200, 250);

const wish = fc.record({
  customOperation: fc.nat(99),
  sent: fc.record({
    amount,
    price,
    code: fc.constantFrom('a', 'b'),
    comment: fc.constantFrom('x', 'y'),
    secret: fc.constant('hidden-from-all'),
  }),
  sends: fc.nat(31),
  leavesOut: fc.integer({ min: 0, max: 9 }).map((each) => each === 0),
});

export const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: wish.chain((each) =>
        fc.boolean().map((isRepeated): Step => ({ kind: 'customOperation', isRepeated, ...each })),
      ),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(wish, wish).map((wishes): Step => ({ kind: 'race', wishes })),
    },
    {
      weight: 3,
      arbitrary: fc
        .record(
          {
            amount,
            price: fc.option(price),
            flag: fc.boolean(),
            dueIn: fc.option(fc.integer({ min: -60, max: 3000 })),
          },
          { requiredKeys: [] },
        )
        .map((each): Step => ({ kind: 'patch', ...each })),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('draft', 'submitted', 'parked')
        .map((state): Step => ({ kind: 'force', state })),
    },
    {
      weight: 3,
      arbitrary: fc
        .integer({ min: 1, max: 3000 })
        .map((minutes): Step => ({ kind: 'wait', minutes })),
    },
  ),
  { minLength: 4, maxLength: 14 },
);

/** Walks one row of a machine through the service and through the model, and compares them at every step. */
export async function walk(
  service: WalkedService,
  machine: RandomMachine,
  collection: string,
  way: readonly Step[],
): Promise<void> {
  let keys = 0;
  const demanded = machine.isConditional ? { 'if-match': '*' } : {};
  const send = (method: string, path: string, body?: unknown, headers = {}) =>
    service.request(method, path, {
      ...(body === undefined ? {} : { body }),
      headers: { ...demanded, ...headers },
    });
  const now = () => service.now.getTime();
  const asked = machine.customOperations.filter((customOperation) => !isTimed(customOperation));
  const created = await send('POST', collection, { amount: 3 });
  assert.equal(created.status, 201, created.text);
  const path = `${collection}/${String(created.body['id'])}`;
  let row: Row = {
    state: machine.initial,
    amount: 3,
    flag: false,
    revision: 1,
    entered: now(),
    history: [],
    events: ['created'],
  };

  function wished({
    customOperation,
    sent,
    sends,
    leavesOut,
  }: Wish): { readonly customOperation: RandomCustomOperation; readonly sent: Sent } | undefined {
    const chosen = asked[customOperation % Math.max(1, asked.length)];
    if (chosen === undefined) return undefined;
    const entries = Object.entries(chosen.input).filter(
      ([, required], index) =>
        (required && !leavesOut) || (!required && ((sends >> index) & 1) === 1),
    );
    return {
      customOperation: chosen,
      sent: Object.fromEntries(entries.map(([name]) => [name, sent[name as keyof Sent]])),
    };
  }

  const ask = (
    { customOperation, sent }: { customOperation: RandomCustomOperation; sent: Sent },
    headers = {},
  ) =>
    send(
      'POST',
      `${path}/${customOperation.name}`,
      Object.keys(sent).length === 0 ? undefined : bodyOf(sent),
      headers,
    );

  async function take(step: Step): Promise<void> {
    switch (step.kind) {
      case 'customOperation': {
        const wanted = wished(step);
        if (wanted === undefined) return;
        keys += 1;
        const headers = step.isRepeated ? { 'idempotency-key': `"${path}-${String(keys)}"` } : {};
        const answer = await ask(wanted, headers);
        const outcome = outcomeOf(wanted.customOperation, row, wanted.sent, now());
        assert.equal(difference(machine, answer, outcome), undefined);
        row = outcome.row;
        if (step.isRepeated && answer.status === 200) {
          const again = await ask(wanted, headers);
          assert.equal(again.headers.get('idempotency-replayed'), 'true');
          assert.equal(again.text, answer.text);
        }
        return;
      }
      case 'race': {
        const [one, other] = step.wishes.map(wished);
        if (one === undefined || other === undefined) return;
        const answers = await Promise.all([ask(one), ask(other)]);
        const inOrder = (first: typeof one, second: typeof one) => {
          const before = outcomeOf(first.customOperation, row, first.sent, now());
          return [
            before,
            outcomeOf(second.customOperation, before.row, second.sent, now()),
          ] as const;
        };
        const orders = [inOrder(one, other), inOrder(other, one).toReversed()];
        const last = (outcomes: readonly Outcome[]) =>
          outcomes.reduce((a, b) => (b.row.revision > a.row.revision ? b : a));
        const differences = orders.map((outcomes) =>
          outcomes.map((outcome, index) =>
            difference(machine, answers[index] ?? answers[0], outcome),
          ),
        );
        const found = differences.findIndex((each) => each.every((text) => text === undefined));
        assert.notEqual(found, -1, `neither order explains it: ${JSON.stringify(differences)}`);
        const fitting = orders.filter((_, index) =>
          differences[index]?.every((text) => text === undefined),
        );
        // Both orders may explain the answers; the row tells which it was.
        const { body } = await send('GET', path);
        const was = fitting.map(last).find((outcome) => isSame(outcome.row, body));
        assert.ok(was !== undefined, `no order explains ${JSON.stringify(body)}`);
        row = was.row;
        return;
      }
      case 'patch': {
        const { kind: _, dueIn, ...members } = step;
        const dueAt = typeof dueIn === 'number' ? now() + dueIn * minute + 1 : dueIn;
        const answer = await send(
          'PATCH',
          path,
          {
            ...members,
            ...('price' in members
              ? { price: typeof members.price === 'number' ? priceText(members.price) : null }
              : {}),
            ...(dueAt === undefined
              ? {}
              : { dueAt: dueAt === null ? null : new Date(dueAt).toISOString() }),
          },
          { 'content-type': 'application/merge-patch+json' },
        );
        assert.equal(answer.status, 200, answer.text);
        const next = cleaned({ ...row, ...members, ...(dueAt === undefined ? {} : { dueAt }) });
        const isChanged = (['amount', 'price', 'flag', 'dueAt'] as const).some(
          (name) => next[name] !== row[name],
        );
        row = isChanged ? updated(next) : row;
        return;
      }
      case 'force': {
        const answer = await send(
          'PATCH',
          path,
          { status: step.state },
          { 'content-type': 'application/merge-patch+json' },
        );
        assert.equal(answer.status, step.state === row.state ? 200 : 400, answer.text);
        return;
      }
      case 'wait':
        service.now = new Date(now() + step.minutes * minute);
    }
  }

  /** Once more for each transition by the clock: it may make another one due. */
  async function settle(): Promise<void> {
    const settled = afterTimers(machine, row, now());
    for (let round = row.revision; round <= settled.revision; round += 1) {
      await service.app.background?.run();
    }
    row = settled;
  }

  for (const step of way) {
    await take(step);
    await settle();
    const read = await send('GET', path, undefined, { accept: 'application/hal+json' });
    assert.ok(isSame(row, read.body), `${JSON.stringify(row)} is shown as ${read.text}`);
    const links = Object.keys(read.body['_links'] as object);
    assert.deepEqual(
      links
        .filter((name) => asked.some((customOperation) => name === `rel:${customOperation.name}`))
        .toSorted(),
      possible(machine, row)
        .map((name) => `rel:${name}`)
        .toSorted(),
    );
    assert.ok(!read.text.includes('hidden-from-all'));
  }
  if (machine.hasHistory) await compareHistory();
  const told = await service.database.reader
    .selectFrom('events')
    .select('type')
    .where('row_id', '=', String(created.body['id']))
    .orderBy('sequence')
    .execute();
  assert.deepEqual(
    told.map(({ type }) => type),
    row.events.map((event) => `${machine.resource}.${event}`),
  );

  async function compareHistory(): Promise<void> {
    const { body, text } = await send('GET', `${path}/transitions?size=100`);
    const items = body['items'] as readonly Readonly<Record<string, unknown>>[];
    assert.deepEqual(
      items.map(({ transition, from, to, at, input }) => ({
        transition,
        from,
        to,
        at: Date.parse(String(at)),
        input,
      })),
      row.history.map(({ input, ...made }) => ({
        ...made,
        input: input === null ? null : bodyOf(input),
      })),
    );
    assert.ok(!text.includes('hidden-from-all'));
  }
}

/** What is sent: prices in a form that is not that of the store. */
function bodyOf(sent: Sent): object {
  const { price: given, ...others } = sent;
  return given === undefined ? others : { ...others, price: priceText(given).replace(/0$/, '') };
}

/** In words, undefined where there is none. */
function difference(machine: RandomMachine, answer: Answer, outcome: Outcome): string | undefined {
  const { status, body, text } = answer;
  if (status !== outcome.status) return `${String(outcome.status)}, and not ${text}`;
  if (outcome.status === 200)
    return isSame(outcome.row, body)
      ? undefined
      : `${JSON.stringify(outcome.row)}, and not ${text}`;
  if (outcome.status === 400) return undefined;
  const transitions = new Set(
    machine.customOperations.filter(({ to }) => to !== undefined).map(({ name }) => name),
  );
  const expected = {
    code: outcome.unmet === undefined ? 'transition-not-allowed' : 'guard-not-met',
    state: outcome.state,
    allowed: possible(machine, outcome.row)
      .filter((name) => transitions.has(name))
      .toSorted(),
    unmet: outcome.unmet?.toSorted(),
  };
  const found = {
    code: body['code'],
    state: body['state'],
    allowed: [body['allowedTransitions']].flat().toSorted(),
    unmet: body['unmet'] === undefined ? undefined : [body['unmet']].flat().toSorted(),
  };
  const isEqual = JSON.stringify(expected) === JSON.stringify(found);
  return isEqual ? undefined : `${JSON.stringify(expected)}, and not ${text}`;
}

function isSame(row: Row, body: Readonly<Record<string, unknown>>): boolean {
  const { state, amount: number, price: hundredths, flag, code, dueAt, revision } = row;
  const shown = [
    state,
    number,
    hundredths === undefined ? undefined : priceText(hundredths),
    flag,
    code,
    dueAt,
    revision,
  ];
  const due = body['dueAt'] === undefined ? undefined : Date.parse(String(body['dueAt']));
  const found = [
    body['status'],
    body['amount'],
    body['price'],
    body['flag'],
    body['code'],
    due,
    body['revision'],
  ];
  return shown.every((value, index) => value === found[index]);
}

/** Null removes a member. */
function cleaned(row: { readonly [Member in keyof Row]: Row[Member] | null }): Row {
  return Object.fromEntries(
    Object.entries(row).filter(([, value]) => value !== null),
  ) as object as Row;
}
