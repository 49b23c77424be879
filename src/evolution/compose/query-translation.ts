import { defined, own } from '../../specification/plain.ts';
import type { ComposedResource } from './chain.ts';
import { mapped, rootOf, type Expression, type MissingPart, type Table } from './expression.ts';
import type { ConverterCall } from '../steps/converters.ts';
import type { Member } from './members.ts';

/** How a value of an older member is found in the newest ones, one step after the other. */
export type ValueTranslation =
  | { readonly kind: 'convert'; readonly name: string; readonly parameters: readonly unknown[] }
  /** Newest values by the older one. */
  | { readonly kind: 'table'; readonly table: Readonly<Record<string, readonly unknown[]>> }
  /** All ways to make a text of the parts, each that of one member. */
  | {
      readonly kind: 'parts';
      readonly separator: string;
      readonly missing: readonly MissingPart[];
    }
  /** What the hook of a step makes of the value: one way of several. */
  | {
      readonly kind: 'hook';
      readonly step: string;
      readonly name: string;
      /** The member that it is given. */
      readonly member: string;
      /** Those members of its answer that `from` has, in the same order. */
      readonly picks: readonly string[];
    };

/** What parameters of lists ask of a member of an older version. */
export interface QueryTranslation {
  readonly name: string;
  /** Newest members. */
  readonly from: readonly string[];
  /** Absent: it cannot be sorted by. */
  readonly sort?: readonly string[];
  /** Absent: it cannot be filtered by. Empty: the values are the same. */
  readonly equal?: readonly ValueTranslation[];
  /** It has one value always. */
  readonly always?: { readonly value: unknown };
  /** Absent: it has no bounds. */
  readonly bound?: readonly ValueTranslation[];
}

/** How lists are asked for a member. */
export function queryTranslationOf(
  { name, expression, field }: Member,
  newestFields: readonly Member[],
): QueryTranslation {
  const found = find(expression);
  if (found === undefined) return { name, from: [] };
  const values = field.type === 'enum' ? field.values : undefined;
  const findings = found.findings.map((each) =>
    each.kind === 'map' ? tableOf(each.table, each.path, newestFields, values) : each,
  );
  const isOrdered =
    found.keepsOrder &&
    (found.isSame ||
      findings.every(({ kind }) => kind !== 'table' || isMonotone(expression, newestFields)));
  return {
    name,
    from: found.from,
    ...(found.always === undefined ? {} : { always: found.always }),
    ...(isOrdered ? { sort: found.from } : {}),
    ...(found.isExact ? { equal: findings } : {}),
    ...(found.keepsOrder &&
    found.from.length === 1 &&
    findings.every(({ kind }) => kind === 'convert')
      ? { bound: findings }
      : {}),
  };
}

/** How lists of an older version are asked for a member: where steps say so, nearly as that version did it, by the values as they are. */
export function listTranslationOf(
  member: Member,
  { up, approximate: { filter, sort, byHook } }: ComposedResource,
): QueryTranslation {
  const asked = queryTranslationOf(member, up);
  const by = own(filter, asked.name);
  const order = own(sort, asked.name);
  return {
    ...asked,
    ...(byHook.includes(asked.name) ? defined({ equal: hookFindings(member) }) : {}),
    ...(by === undefined ? {} : { from: by, equal: [], bound: [] }),
    ...(order === undefined
      ? {}
      : { sort: order, from: by ?? (asked.from.length > 0 ? asked.from : order) }),
  };
}

/** How the hook of a step translates a value; undefined where none makes the member alone. */
export function hookFindings({ expression }: Member): readonly ValueTranslation[] | undefined {
  const findings = find(expression)?.findings ?? [];
  return findings.length === 1 && findings[0]?.kind === 'hook' ? [findings[0]] : undefined;
}

interface Found {
  readonly from: readonly string[];
  /** From the value of the older version to those of the newest. */
  readonly findings: readonly (
    ValueTranslation | { readonly kind: 'map'; readonly table: Table; readonly path: Expression }
  )[];
  readonly isExact: boolean;
  readonly keepsOrder: boolean;
  readonly isSame: boolean;
  readonly always?: { readonly value: unknown };
}

function find(of: Expression): Found | undefined {
  switch (of.kind) {
    case 'member': {
      // Members of objects are no members of lists.
      const isField = of.of.kind === 'root' && rootOf(of)?.side === 'newest';
      return isField
        ? { from: [of.name], findings: [], isExact: true, keepsOrder: true, isSame: true }
        : undefined;
    }
    case 'value':
      return {
        from: [],
        findings: [],
        isExact: true,
        keepsOrder: true,
        isSame: false,
        always: { value: of.value },
      };
    case 'convert': {
      const inner = find(of.of);
      return inner && converted(inner, of.call);
    }
    case 'map': {
      const inner = find(of.of);
      return (
        inner && {
          ...inner,
          findings: [{ kind: 'map', table: of.table, path: of.of }, ...inner.findings],
          isSame: false,
        }
      );
    }
    case 'fallback':
      return find(of.of);
    case 'join': {
      const parts = of.parts.map(find);
      if (!parts.every((each) => each?.isSame === true)) return undefined;
      return {
        from: parts.flatMap((each) => each?.from ?? []),
        findings: [{ kind: 'parts', separator: of.separator, missing: of.missing }],
        isExact: true,
        keepsOrder: true,
        isSame: false,
      };
    }
    case 'part': {
      const inner = find(of.of);
      return of.index === 0 && inner?.isSame === true
        ? { ...inner, isExact: false, isSame: false }
        : undefined;
    }
    case 'hook': {
      const given = of.given.map(([, each]) => find(each));
      if (!of.isWhole || !given.every((each) => each?.isSame === true)) return undefined;
      const { step, name, pick } = of;
      const picks = of.given.map(([each]) => each);
      return {
        from: given.flatMap((each) => each?.from ?? []),
        findings: [{ kind: 'hook', step, name, member: pick, picks }],
        isExact: false,
        keepsOrder: false,
        isSame: false,
      };
    }
    default:
      return undefined;
  }
}

function converted(inner: Found, { inverse, isExact, keepsOrder }: ConverterCall): Found {
  return {
    ...inner,
    findings:
      inverse === undefined
        ? inner.findings
        : [
            { kind: 'convert', name: inverse.name, parameters: inverse.parameters },
            ...inner.findings,
          ],
    isExact: inner.isExact && isExact,
    keepsOrder: inner.keepsOrder && keepsOrder,
    isSame: false,
  };
}

/** The values of the newest version that are shown as one of the older version. */
function tableOf(
  table: Table,
  path: Expression,
  newestFields: readonly Member[],
  olderValues: readonly string[] | undefined,
): ValueTranslation {
  const newestValues = valuesAt(path, newestFields) ?? Object.keys(table);
  const found = new Map<string, unknown[]>((olderValues ?? []).map((each) => [each, []]));
  for (const each of newestValues) {
    const shown = String(mapped(table, each));
    found.set(shown, [...(found.get(shown) ?? []), each]);
  }
  const entries = [...found].filter(
    ([shown, values]) => values.length !== 1 || values[0] !== shown,
  );
  return { kind: 'table', table: Object.fromEntries(entries) };
}

function valuesAt(
  path: Expression,
  newestFields: readonly Member[],
): readonly string[] | undefined {
  if (path.kind !== 'member') return undefined;
  const field = newestFields.find(({ name }) => name === path.name)?.field;
  return field?.type === 'enum' ? field.values : undefined;
}

/** Whether values of an enum have one order by both of their names: they are kept as texts. */
function isMonotone(of: Expression, newestFields: readonly Member[]): boolean {
  if (of.kind !== 'map') return false;
  const values = valuesAt(of.of, newestFields)?.toSorted();
  const shown = values?.map((each) => String(mapped(of.table, each)));
  return (
    shown !== undefined &&
    shown.every((each, index) => index === 0 || (shown[index - 1] ?? '') <= each)
  );
}
