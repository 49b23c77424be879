import { isMapping, own } from '../../../../specification/plain.ts';
import type { Part } from '../../../../openapi/parts.ts';

/** Which types a value may have. */
export interface Kinds {
  /** Without null. A number that need not be whole is `number` and `integer`. */
  readonly kinds: ReadonlySet<string>;
  /** No type is written, and none follows from other rules. */
  readonly isAny: boolean;
  /** A type follows from other rules, and is not written. */
  readonly isInferred: boolean;
  readonly nullable: boolean;
}

const all = ['string', 'integer', 'number', 'boolean', 'object', 'array'];

/** Keywords that are about one type. */
const about: readonly (readonly [kind: string, keys: readonly string[]])[] = [
  ['object', ['properties', 'required', 'additionalProperties', 'patternProperties']],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems']],
  ['string', ['pattern', 'minLength', 'maxLength']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

/** What alternatives say of the types that a schema has beside them. */
interface Alternatives {
  /** One of them is null. */
  readonly isNull: boolean;
  /** The others say which types there are. */
  readonly isChoice: boolean;
}

export function kindsOf(parts: readonly Part[], { isNull, isChoice }: Alternatives): Kinds {
  const values = parts.map(({ value }) => (isMapping(value) ? value : {}));
  const typed = values.flatMap((value) => {
    const type = own(value, 'type');
    return type === undefined
      ? []
      : [wide(Array.isArray(type) ? type.map(String) : [String(type)])];
  });
  const written = values.some((value) => own(value, 'nullable') === true) || isNull;
  const isNever = values.some(
    (value) => isMapping(value['not']) && Object.keys(value['not']).length === 0,
  );
  if (isNever) return { kinds: new Set(), isAny: false, isInferred: false, nullable: false };
  const [first, ...rest] = typed;
  if (first === undefined) {
    const inferred = inferredFrom(values);
    const isAny = inferred.length === 0;
    const hasNull = values.some((value) => valuesIn(value)?.includes(null));
    return {
      kinds: wide(isAny ? all : inferred),
      isAny,
      isInferred: !isAny,
      nullable: written || (isAny && !isChoice) || hasNull,
    };
  }
  const kinds = rest.reduce((one, other) => one.intersection(other), first);
  const nullable = written || kinds.has('null');
  return {
    kinds: new Set([...kinds].filter((kind) => kind !== 'null')),
    isAny: false,
    isInferred: false,
    nullable,
  };
}

function wide(kinds: readonly string[]): Set<string> {
  return new Set(kinds.flatMap((kind) => (kind === 'number' ? ['number', 'integer'] : [kind])));
}

function inferredFrom(values: readonly Readonly<Record<string, unknown>>[]): string[] {
  const listed = values.flatMap((value) => valuesIn(value) ?? []).filter((value) => value !== null);
  if (listed.length > 0) return [...new Set(listed.map(kindOf))];
  const found = about.find(([, keys]) =>
    values.some((value) => keys.some((key) => own(value, key) !== undefined)),
  );
  return found === undefined ? [] : [found[0]];
}

function valuesIn(value: Readonly<Record<string, unknown>>): readonly unknown[] | undefined {
  const list = own(value, 'enum');
  if (Array.isArray(list)) return list;
  return Object.hasOwn(value, 'const') ? [value['const']] : undefined;
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

/** As messages show them: without what follows. */
export function shownKinds({ kinds, isAny }: Kinds): string {
  if (isAny) return 'any type';
  const list = [...kinds].filter((kind) => kind !== 'integer' || !kinds.has('number'));
  return list.length === 0 ? 'nothing' : list.sort().join(' or ');
}
