import type { ConverterCall } from '../steps/converters.ts';

/**
 * What one member of a shape is made of. All of them begin at one of two roots, however many steps lie between the versions:
 * that is what makes an adapter one straight line.
 */
export type Expression =
  | Root
  | { readonly kind: 'member'; readonly of: Expression; readonly name: string }
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'absent' }
  | { readonly kind: 'convert'; readonly call: ConverterCall; readonly of: Expression }
  /** Values that are not in the table stay the same. */
  | { readonly kind: 'map'; readonly table: Table; readonly of: Expression }
  | {
      readonly kind: 'fallback';
      readonly of: Expression;
      readonly value: unknown;
      /** What it stands for: what is not there, null, or both. */
      readonly when: 'absent' | 'null' | 'nothing';
    }
  | JoinExpression
  | PartExpression
  | ObjectExpression
  | ListExpression
  | HookExpression
  /** What the older version cannot say: one value for a new row, what is stored for one that is there. */
  | { readonly kind: 'added'; readonly fresh: Expression; readonly stored: Expression }
  | KeptExpression
  | ItemsExpression
  | ChoiceExpression
  /** The second one where the first has no value. */
  | { readonly kind: 'either'; readonly first: Expression; readonly second: Expression };

/** One expression by the value of another. */
export interface ChoiceExpression {
  readonly kind: 'choice';
  readonly on: Expression;
  readonly cases: readonly (readonly [value: string, then: Expression])[];
  readonly otherwise: Expression;
}

/** Texts as one, with a separator between them. Parts that have no value are left out. */
export interface JoinExpression {
  readonly kind: 'join';
  readonly parts: readonly Expression[];
  readonly separator: string;
  /** By part: its value where a text has fewer parts; null stands for none. */
  readonly missing: readonly MissingPart[];
}

/** One part of a text; the last has all that is left of it. */
export interface PartExpression {
  readonly kind: 'part';
  readonly of: Expression;
  readonly separator: string;
  readonly index: number;
  readonly count: number;
  /** Its value where the text has fewer parts. */
  readonly missing: MissingPart | undefined;
}

/** Empty for a member that always has a text. */
export type MissingPart = '' | null;

/** Of a replacement: what is sent as it was shown keeps what is stored. */
export interface KeptExpression {
  readonly kind: 'kept';
  /** Members of the older version that are the same as shown. */
  readonly sources: readonly Expression[];
  readonly stored: Expression;
  readonly changed: Expression;
}

/** Each item of a list; `item` begins at the root that is one deeper. */
export interface ListExpression {
  readonly kind: 'list';
  readonly of: Expression;
  readonly item: Expression;
  /** Two items that become the same are one. */
  readonly isSet?: true;
}

/** Of a replacement: each item that is sent as it was shown keeps what is stored, wherever it stood. */
export interface ItemsExpression {
  readonly kind: 'items';
  /** The list that is sent. */
  readonly of: Expression;
  /** The list that is stored. */
  readonly stored: Expression;
  /** An item as it is shown, of one that is stored. */
  readonly down: Expression;
  /** A new one. */
  readonly fresh: Expression;
  /** One that takes the place of another. */
  readonly replaced: Expression;
  /** Two items that become the same are one. */
  readonly isSet?: true;
}

export interface Root {
  readonly kind: 'root';
  /** The newest shape, or that of the older version. */
  readonly side: 'newest' | 'older';
  /** 0: the resource. 1: an item of a list in it. */
  readonly depth: number;
}

export interface ObjectExpression {
  readonly kind: 'object';
  /** There where this is; `any`: where one of its members is. */
  readonly presence: Expression | 'always' | 'any';
  /** Values that have moved into it: with one of them it is there, too. */
  readonly movedIn?: readonly Expression[];
  /** Values that have moved out of it: where nothing else was in it, it is not there. */
  readonly movedOut?: readonly Expression[];
  readonly members: readonly (readonly [name: string, value: Expression])[];
}

export interface HookExpression {
  readonly kind: 'hook';
  /** `1-to-2` */
  readonly step: string;
  /** `orderCustomerName` */
  readonly name: string;
  readonly direction: 'up' | 'down';
  readonly given: readonly (readonly [name: string, value: Expression])[];
  /** The member of its answer. */
  readonly pick: string;
  /** Whether the other direction of the hook makes all that is given of this one member. */
  readonly isWhole: boolean;
}

/** Text of a value that is replaced, by text of what it was. */
export type Table = Readonly<Record<string, unknown>>;

export const newest: Root = { kind: 'root', side: 'newest', depth: 0 };
export const older: Root = { kind: 'root', side: 'older', depth: 0 };
export const absent: Expression = { kind: 'absent' };

export function itemOf(side: Root['side'], depth: number): Root {
  return { kind: 'root', side, depth };
}

export function memberOf(of: Expression, name: string): Expression {
  if (of.kind === 'absent') return of;
  if (of.kind === 'object') {
    return of.members.find(([each]) => each === name)?.[1] ?? absent;
  }
  if (of.kind === 'value') return memberOfValue(of.value, name);
  // Null has no members.
  if (of.kind === 'fallback' && isNothing(of.value)) return memberOf(of.of, name);
  if (of.kind === 'added') {
    return { ...of, fresh: memberOf(of.fresh, name), stored: memberOf(of.stored, name) };
  }
  return { kind: 'member', of, name };
}

function memberOfValue(of: unknown, name: string): Expression {
  if (typeof of !== 'object' || of === null || !Object.hasOwn(of, name)) return absent;
  return value(Object.entries(of).find(([each]) => each === name)?.[1]);
}

export function value(of: unknown): Expression {
  return { kind: 'value', value: of };
}

export function convert(call: ConverterCall | undefined, of: Expression): Expression {
  if (call === undefined || of.kind === 'absent') return of;
  if (of.kind === 'value')
    return value(
      isNothing(of.value) ? of.value : call.converter.apply(of.value, ...call.parameters),
    );
  if (of.kind === 'added') {
    return { ...of, fresh: convert(call, of.fresh), stored: convert(call, of.stored) };
  }
  return { kind: 'convert', call, of };
}

export function map(table: Table, of: Expression): Expression {
  const changes = Object.entries(table).filter(([from, to]) => from !== to);
  if (changes.length === 0 || of.kind === 'absent') return of;
  const all = Object.fromEntries(changes);
  if (of.kind === 'value') return value(mapped(all, of.value));
  if (of.kind === 'map') {
    const names = new Set([...Object.keys(of.table), ...Object.keys(all)]);
    const both = [...names].map((name) => [name, mapped(all, mapped(of.table, name))] as const);
    return map(Object.fromEntries(both), of.of);
  }
  return { kind: 'map', table: all, of };
}

export function mapped(table: Table, of: unknown): unknown {
  const name = String(of);
  return !isNothing(of) && Object.hasOwn(table, name) ? table[name] : of;
}

export function fallback(of: Expression, by: unknown, when: 'absent' | 'nothing'): Expression {
  if (of.kind === 'absent') return value(by);
  if (of.kind === 'value') {
    return of.value === undefined || (when === 'nothing' && of.value === null) ? value(by) : of;
  }
  return { kind: 'fallback', of, value: by, when };
}

export function isNothing(of: unknown): of is null | undefined {
  return of === null || of === undefined;
}

/** Whether it never has a value. */
export function isAbsent(of: Expression): boolean {
  return of.kind === 'absent' || (of.kind === 'added' && isAbsent(of.fresh));
}

/** Whether it is a member as it is, however deep: nothing is made of it. */
export function isPlain(of: Expression): boolean {
  return of.kind === 'root' || (of.kind === 'member' && isPlain(of.of));
}

/** The members of one root that it is made of, each once, as paths. */
export function sources(of: Expression, root: Root): Expression[] {
  const found = new Map<string, Expression>();
  visit(of, (each) => {
    const from = rootOf(each);
    if (from === undefined) return true;
    if (from.side === root.side && from.depth === root.depth) {
      found.set(JSON.stringify(each), each);
    }
    return false;
  });
  return [...found.values()];
}

/** The root that a plain path of members begins at. */
export function rootOf(of: Expression): Root | undefined {
  if (of.kind === 'root') return of;
  return of.kind === 'member' ? rootOf(of.of) : undefined;
}

/** Calls with each part of an expression, outermost first; false: not with its parts. */
export function visit(of: Expression, see: (each: Expression) => boolean): void {
  if (!see(of)) return;
  for (const each of partsOf(of)) visit(each, see);
}

function partsOf(of: Expression): Expression[] {
  switch (of.kind) {
    case 'root':
    case 'value':
    case 'absent':
      return [];
    case 'member':
    case 'convert':
    case 'map':
    case 'fallback':
    case 'part':
      return [of.of];
    case 'join':
      return [...of.parts];
    case 'object':
      return [
        ...(typeof of.presence === 'string' ? [] : [of.presence]),
        ...(of.movedIn ?? []),
        ...(of.movedOut ?? []),
        ...of.members.map(([, each]) => each),
      ];
    case 'list':
      return [of.of, of.item];
    case 'hook':
      return of.given.map(([, each]) => each);
    case 'added':
      return [of.fresh, of.stored];
    case 'kept':
      return [...of.sources, of.stored, of.changed];
    case 'items':
      return [of.of, of.stored, of.down, of.fresh, of.replaced];
    case 'choice':
      return [of.on, ...of.cases.map(([, then]) => then), of.otherwise];
    case 'either':
      return [of.first, of.second];
  }
}

/** Whether something of a kind is anywhere in it. */
export function has(of: Expression, kind: Expression['kind']): boolean {
  let isFound = false;
  visit(of, (each) => {
    isFound ||= each.kind === kind;
    return true;
  });
  return isFound;
}
