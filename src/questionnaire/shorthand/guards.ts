import type { Comparable, Comparison, Condition, FieldType } from '../../specification/index.ts';
import { own } from '../../specification/plain.ts';
import { separatorProblem } from './alternatives.ts';

/** The type of the field of that name; undefined where there is none. */
export type TypeOf = (field: string) => FieldType | undefined;

export type Guards = Readonly<Record<string, Condition>>;

const bounds = { '>=': 'gte', '>': 'gt', '<=': 'lte', '<': 'lt' } as const;
type Sign = keyof typeof bounds;

/** Reads `shipTo !note total>=0.01 currency=EUR,USD status!=draft`; a text says what is wrong. */
export function readGuards(tokens: readonly string[], typeOf: TypeOf): Guards | string {
  const guards = new Map<string, Condition>();
  for (const token of tokens) {
    const [, not = '', field = '', sign = '', value = ''] =
      /^(!?)([^\s!=<>"]+)(?:(!=|>=|<=|=|>|<)(.+))?$/s.exec(token) ?? [];
    if (field === '' || (not !== '' && sign !== '')) return notUnderstood(token);
    const isOne = (sign === '=' || sign === '!=') && !value.includes(',') && !value.startsWith('"');
    const problem =
      isOne && value.includes('|')
        ? separatorProblem(value, (values) => `${field}${sign}${values}`)
        : undefined;
    if (problem !== undefined) return problem;
    const known = guards.get(field);
    const read = conditionOf({ not, sign, value }, typeOf(field));
    const both = known === undefined ? read : together(known, read);
    if (both === undefined) return `"${field}" is compared with a value and otherwise too`;
    guards.set(field, both);
  }
  return Object.fromEntries(guards);
}

function notUnderstood(token: string): string {
  return `"${token}" is not understood; a condition is written field, !field, field=value, field!=value, field>=value`;
}

function conditionOf(
  { not, sign, value }: { readonly not: string; readonly sign: string; readonly value: string },
  type: FieldType | undefined,
): Condition {
  if (sign === '') return { present: not === '' };
  if (isBound(sign)) return { [bounds[sign]]: valueOf(value, type) };
  const values = valuesIn(value).map((each) => valueOf(each, type));
  const [first = ''] = values;
  const anyOf = values.length === 1 ? first : values;
  return sign === '=' ? anyOf : { not: anyOf };
}

function isBound(sign: string): sign is Sign {
  return Object.hasOwn(bounds, sign);
}

/** Two comparisons of one field are one; a value stands alone. */
function together(one: Condition, other: Condition): Condition | undefined {
  if (!isComparison(one) || !isComparison(other)) return undefined;
  const isTwice = Object.keys(other).some((key) => Object.hasOwn(one, key));
  return isTwice ? undefined : { ...one, ...other };
}

function isComparison(condition: Condition): condition is Comparison {
  return typeof condition === 'object' && !Array.isArray(condition);
}

/** Separated by commas, except inside double quotes. */
function valuesIn(text: string): string[] {
  return text.match(/"[^"]*"|[^,]+/g) ?? [text];
}

function valueOf(text: string, type: FieldType | undefined): Comparable {
  const bare = /^"([^"]*)"$/.exec(text)?.[1];
  if (bare !== undefined) return bare;
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  const isNumber = (type === 'integer' || type === 'number') && !Number.isNaN(Number(text));
  return isNumber && text.trim() !== '' ? Number(text) : text;
}

/** The shorthand of guards, as it would be typed. */
export function writeGuards(guards: Guards = {}): string {
  return Object.entries(guards)
    .flatMap(([field, condition]) => writeCondition(field, condition))
    .join(' ');
}

function writeCondition(field: string, condition: Condition): string[] {
  if (!isComparison(condition)) return [`${field}=${written([condition].flat())}`];
  const present = own({ ...condition }, 'present');
  const compared = Object.entries(bounds).flatMap(([sign, key]) => {
    const value = condition[key];
    return value === undefined ? [] : [`${field}${sign}${written([value])}`];
  });
  const { not } = condition;
  return [
    ...(present === undefined ? [] : [present === true ? field : `!${field}`]),
    ...compared,
    ...(not === undefined ? [] : [`${field}!=${written([not].flat())}`]),
  ];
}

function written(values: readonly Comparable[]): string {
  return values
    .map((value) =>
      typeof value === 'string' && /[\s,()]|^$/.test(value) ? `"${value}"` : String(value),
    )
    .join(',');
}
