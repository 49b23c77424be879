import type {
  RandomCustomOperation,
  RandomCondition,
  RandomGuard,
  RandomMachine,
} from './machines.ts';

/** What a row is, by the words of the specification: written without a look at the service. */
export interface Row {
  readonly state: string;
  readonly amount: number;
  /** Hundredths. */
  readonly price?: number;
  readonly flag: boolean;
  readonly code?: string;
  /** Milliseconds. */
  readonly dueAt?: number;
  readonly revision: number;
  /** When the state was entered. */
  readonly entered: number;
  readonly history: readonly Made[];
  /** What was told of it: one event for each change. */
  readonly events: readonly string[];
}

export interface Made {
  readonly transition: string;
  readonly from: string;
  readonly to: string;
  readonly at: number;
  readonly input: Sent | null;
}

export interface Sent {
  readonly amount?: number;
  readonly price?: number;
  readonly code?: string;
  readonly comment?: string;
  readonly secret?: string;
}

export type Outcome =
  | { readonly row: Row; readonly status: 200 }
  | { readonly row: Row; readonly status: 400 }
  | {
      readonly row: Row;
      readonly status: 409;
      readonly state: string;
      readonly unmet?: readonly string[];
    };

const minute = 60_000;

/** What a POST of a transition or an action does. */
export function outcomeOf(
  customOperation: RandomCustomOperation,
  row: Row,
  sent: Sent,
  now: number,
): Outcome {
  const isMissing = Object.entries(customOperation.input).some(
    ([name, required]) => required && sent[name as keyof Sent] === undefined,
  );
  if (isMissing) return { row, status: 400 };
  if (customOperation.from !== undefined && !customOperation.from.includes(row.state)) {
    return { row, status: 409, state: row.state };
  }
  const { comment: _, secret: hidden, ...members } = sent;
  const next: Row = { ...row, ...members };
  const unmet = unmetBy(customOperation.when, next);
  if (unmet.length > 0) return { row, status: 409, state: row.state, unmet };
  if (customOperation.to === undefined) {
    const isSame = next.amount === row.amount && next.price === row.price && next.code === row.code;
    return { row: isSame ? row : updated(next), status: 200 };
  }
  const { secret: __, ...kept } = sent;
  return { row: entered(next, customOperation, now, kept), status: 200 };
}

/** The row with a change that is no transition. */
export function updated(row: Row): Row {
  return { ...row, revision: row.revision + 1, events: [...row.events, 'updated'] };
}

/** What the clock does by itself. */
export function afterTimers({ customOperations }: RandomMachine, row: Row, now: number): Row {
  const due = customOperations
    .filter(
      (customOperation) => isTimed(customOperation) && customOperation.from?.includes(row.state),
    )
    .flatMap((customOperation) => {
      const at = customOperation.at
        ? row.dueAt
        : row.entered + (customOperation.after ?? 0) * minute;
      return at === undefined || at > now ? [] : [{ customOperation, at }];
    })
    .toSorted((a, b) => a.at - b.at)
    .find(({ customOperation }) => unmetBy(customOperation.when, row).length === 0);
  return due === undefined
    ? row
    : afterTimers(
        { customOperations } as RandomMachine,
        entered(row, due.customOperation, now, {}),
        now,
      );
}

/** Names of what a client can do with a row as it is. */
export function possible(machine: RandomMachine, row: Row): string[] {
  return machine.customOperations
    .filter(
      (customOperation) =>
        !isTimed(customOperation) &&
        (customOperation.from === undefined || customOperation.from.includes(row.state)),
    )
    .filter(({ when, input }) =>
      // An input gives a field a value, and never takes one away.
      unmetBy(when, row).every((field) => field in input && when[field]?.present !== false),
    )
    .map(({ name }) => name);
}

export function isTimed({ after, at }: RandomCustomOperation): boolean {
  return after !== undefined || at !== undefined;
}

function entered(row: Row, { name, to = '' }: RandomCustomOperation, now: number, sent: Sent): Row {
  const input = Object.keys(sent).length === 0 ? null : sent;
  return {
    ...row,
    state: to,
    revision: row.revision + 1,
    entered: now,
    events: [...row.events, to],
    history: [...row.history, { transition: name, from: row.state, to, at: now, input }],
  };
}

function unmetBy(guard: RandomGuard, row: Row): string[] {
  return Object.entries(guard)
    .filter(([field, condition]) => !isMet(condition, valueOf(field, row)))
    .map(([field]) => field);
}

function valueOf(field: string, { state, amount, price, flag, code }: Row) {
  return new Map<string, number | boolean | string | undefined>([
    ['status', state],
    ['amount', amount],
    ['price', price],
    ['flag', flag],
    ['code', code],
  ]).get(field);
}

function isMet(condition: RandomCondition, value: number | boolean | string | undefined): boolean {
  const { anyOf, not, present, gte, lt } = condition;
  if (anyOf !== undefined) return value !== undefined && anyOf.includes(value);
  if (not !== undefined) return value !== not;
  if (present !== undefined) return present === (value !== undefined);
  if (typeof value !== 'number') return false;
  return (gte === undefined || value >= gte) && (lt === undefined || value < lt);
}
