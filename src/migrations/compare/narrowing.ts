import { isDeepStrictEqual } from 'node:util';
import { compareDecimals } from '../../specification/decimal.ts';
import { isMapping } from '../../specification/plain.ts';
import { exactly } from '../../specification/values/ranges.ts';
import type { ValueRule } from '../value-rule.ts';

/** Keywords with a number, by whether a smaller or a greater one refuses more. */
const limits: Readonly<Record<string, 'smaller' | 'greater'>> = {
  maxLength: 'smaller',
  maxItems: 'smaller',
  maximum: 'smaller',
  exclusiveMaximum: 'smaller',
  'x-maximum': 'smaller',
  'x-exclusiveMaximum': 'smaller',
  'x-maxLength': 'smaller',
  'x-maxBytes': 'smaller',
  minLength: 'greater',
  minItems: 'greater',
  minimum: 'greater',
  exclusiveMinimum: 'greater',
  'x-minimum': 'greater',
  'x-exclusiveMinimum': 'greater',
};

/**
 * The part of a rule that may refuse values which the rule of before let pass. A pattern, a format or a step between numbers that is another
 * one may do so.
 */
export function narrowed(was: ValueRule, is: ValueRule): ValueRule {
  const parts = Object.entries(is).flatMap(([key, value]): [string, unknown][] => {
    const before = [key, otherNotation(key)].find((each) => Object.hasOwn(was, each));
    const part = narrowedKeyword(key, before && was[before], value);
    return part === undefined ? [] : [[key, part]];
  });
  const { required, properties, ...others } = Object.fromEntries(parts);
  const members = {
    // The validator of a service wants each required member among the properties.
    ...(Array.isArray(required)
      ? Object.fromEntries(required.map((name: string) => [name, {}]))
      : {}),
    ...(isMapping(properties) ? properties : {}),
  };
  return {
    ...others,
    ...(Object.keys(members).length > 0 && { properties: members }),
    ...(required !== undefined && { required }),
  };
}

/** The keyword of the same bound where numbers are text, or are none. */
function otherNotation(key: string): string {
  return key.startsWith('x-') ? key.slice(2) : `x-${key}`;
}

/** Undefined: the keyword refuses nothing that passed before. */
function narrowedKeyword(key: string, was: unknown, is: unknown): unknown {
  const direction = limits[key];
  if (direction !== undefined) return isBeyond(direction, was, is) ? is : undefined;
  switch (key) {
    case 'items':
      return nestedPart(was, is);
    case 'properties':
      return membersPart(was, is);
    case 'required':
      return without(is, was);
    case 'enum':
      return Array.isArray(was) && without(was, is) === undefined ? undefined : is;
    default:
      return isDeepStrictEqual(was, is) ? undefined : is;
  }
}

function isBeyond(direction: 'smaller' | 'greater', was: unknown, is: unknown): boolean {
  const [before, after] = [was, is].map((each) =>
    typeof each === 'string' || typeof each === 'number' ? exactly(each) : undefined,
  );
  if (before === undefined || after === undefined) return true;
  const order = compareDecimals(after, before);
  return direction === 'smaller' ? order < 0 : order > 0;
}

function nestedPart(was: unknown, is: unknown): ValueRule | undefined {
  const part = narrowed(isMapping(was) ? was : {}, isMapping(is) ? is : {});
  return Object.keys(part).length > 0 ? part : undefined;
}

function membersPart(was: unknown, is: unknown): ValueRule | undefined {
  const before = isMapping(was) ? was : {};
  const parts = Object.entries(isMapping(is) ? is : {}).flatMap(([name, rule]) => {
    const part = nestedPart(Object.hasOwn(before, name) ? before[name] : undefined, rule);
    return part === undefined ? [] : [[name, part] as const];
  });
  return parts.length > 0 ? Object.fromEntries(parts) : undefined;
}

/** Those of the first list that the second one does not have; undefined: there are none. */
function without(list: unknown, others: unknown): readonly unknown[] | undefined {
  const known: readonly unknown[] = Array.isArray(others) ? others : [];
  const left = (Array.isArray(list) ? (list as unknown[]) : []).filter(
    (each) => !known.includes(each),
  );
  return left.length > 0 ? left : undefined;
}
