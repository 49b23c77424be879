import { isDeepStrictEqual } from 'node:util';
import type { Found } from '../change.ts';
import { itemsOf, memberOf, type Part } from '../../../openapi/parts.ts';
import { bothOf, namesOf, type Comparison, type Pair } from './comparison.ts';
import { compareValue } from './described-value.ts';
import { found, type Side } from './found.ts';
import { compareHeader } from './headers.ts';
import { compareDeprecated, compareRest } from './rest.ts';
import type { Surroundings } from './schema/compare-schemas.ts';

interface Parameter {
  readonly place: string;
  readonly name: string;
  readonly part: Part;
}

/** Where an operation and its path declare parameters. */
export interface Declaring {
  readonly path: string;
  readonly operation: Pair;
  readonly item: Pair;
  /** Positions of placeholders, by their names. */
  readonly positions: Record<'was' | 'is', ReadonlyMap<string, string>>;
  readonly side: Side;
}

/** Parameters by place and name; those of a path by their positions. */
export function compareParameters(declaring: Declaring, comparison: Comparison): readonly Found[] {
  const { side, path } = declaring;
  const was = parametersOf(declaring, 'was', comparison);
  const is = parametersOf(declaring, 'is', comparison);
  const moved = movedOf(was, is);
  const pages = [was, is].map((each) => [...each.values()].some(isOfPages));
  const changes = namesOf(was, is).flatMap((key): readonly Found[] => {
    const [before, after] = [was.get(key), is.get(key)];
    const at = `${path}.parameters.${key}`;
    if (before !== undefined && after !== undefined) {
      const pair = { was: before.part, is: after.part };
      if (side === 'response') return compareHeader(at, pair, comparison);
      return compareParameter(at, pair, after, comparison);
    }
    const from = moved.get(key);
    if (from !== undefined) return after === undefined ? [] : [found('P25', at, from, after.place)];
    if (after !== undefined) return [added(at, after, side)];
    return before === undefined ? [] : [removed(at, before, side)];
  });
  const isWithout = pages[0] === true && pages[1] !== true;
  return [...changes, ...(isWithout ? [found('P14', `${path}.parameters`)] : [])];
}

function parametersOf(
  { operation, item, positions }: Declaring,
  age: 'was' | 'is',
  comparison: Comparison,
): Map<string, Parameter> {
  const parameters = new Map<string, Parameter>();
  for (const holder of [item[age], operation[age]]) {
    for (const each of itemsOf(memberOf(holder, 'parameters'))) {
      const part = comparison[age].deref(each);
      const place = String(memberOf(part, 'in')?.value);
      const name = String(memberOf(part, 'name')?.value);
      const spelled = place === 'header' ? name.toLowerCase() : name;
      const key = place === 'path' ? (positions[age].get(name) ?? name) : spelled;
      parameters.set(`${place}.${key}`, { place, name, part });
    }
  }
  return parameters;
}

/** Parameters of one name that are in another place now: where they were, by their keys of before and now. */
function movedOf(
  was: ReadonlyMap<string, Parameter>,
  is: ReadonlyMap<string, Parameter>,
): Map<string, string> {
  const moved = new Map<string, string>();
  for (const key of [...is.keys()].sort()) {
    const present = is.get(key);
    if (was.has(key) || present === undefined) continue;
    const former = [...was].find(
      ([each, { name }]) => !is.has(each) && !moved.has(each) && name === present.name,
    );
    if (former === undefined) continue;
    moved.set(key, former[1].place);
    moved.set(former[0], former[1].place);
  }
  return moved;
}

function isRequired(part: Part): boolean {
  return memberOf(part, 'required')?.value === true;
}

function added(path: string, { name, part, place }: Parameter, side: Side): Found {
  // A placeholder of the path was there before it was described.
  if (place === 'path') return found('O02', path, undefined, name);
  if (side === 'response') return found('H03', path, undefined, name);
  if (!isRequired(part)) return found('O20', path, undefined, name);
  return found(requirementOf(name)?.[0] ?? 'O21', path, undefined, name);
}

function removed(path: string, { name, part, place }: Parameter, side: Side): Found {
  if (place === 'path') return found('O02', path, name);
  if (side === 'response') return found(isRequired(part) ? 'H04' : 'O42', path, name);
  return found('O22', path, name);
}

/** Headers that have rows of their own where they become required or optional. */
function requirementOf(name: string): readonly [required: string, optional: string] | undefined {
  switch (name.toLowerCase()) {
    case 'if-match':
      return ['M06', 'M07'];
    case 'idempotency-key':
      return ['M08', 'M10'];
    default:
      return undefined;
  }
}

function compareParameter(
  path: string,
  pair: Pair,
  { place, name }: Parameter,
  comparison: Comparison,
): readonly Found[] {
  const [was, is] = [isRequired(pair.was), isRequired(pair.is)];
  const [required, optional] = requirementOf(name) ?? ['O23', 'O24'];
  const kind = place === 'path' ? 'path' : isOfOrder(name) ? 'sort' : 'other';
  const surroundings: Surroundings = { path, side: 'request', parameter: kind };
  const known = ['name', 'in', 'required', 'deprecated', 'x-sunset', 'schema', 'content'];
  const styles = ['style', 'explode', 'allowReserved', 'allowEmptyValue'];
  return [
    // A placeholder is always there.
    ...(was === is || place === 'path'
      ? []
      : [found(is ? required : optional, `${path}.required`, was, is)]),
    ...compareDeprecated(path, pair, ['O30', 'O31', 'O32']),
    ...compareStyles(path, pair, place),
    ...compareEmpty(path, pair),
    ...compareValue(pair, surroundings, comparison),
    ...compareRest(path, pair, [...known, ...styles], comparison),
  ];
}

/** How values are written; what is not said follows from the place. */
function compareStyles(path: string, pair: Pair, place: string): Found[] {
  return (['style', 'explode', 'allowReserved'] as const).flatMap((key) => {
    const [was, is] = [styleOf(pair.was, place)[key], styleOf(pair.is, place)[key]];
    return isDeepStrictEqual(was, is) ? [] : [found('P24', `${path}.${key}`, was, is)];
  });
}

function styleOf(part: Part, place: string) {
  const usual = place === 'path' || place === 'header' ? 'simple' : 'form';
  const style = memberOf(part, 'style')?.value ?? usual;
  const explode = memberOf(part, 'explode')?.value ?? style === 'form';
  return { style, explode, allowReserved: memberOf(part, 'allowReserved')?.value === true };
}

function compareEmpty(path: string, pair: Pair): Found[] {
  const { was, is } = bothOf(pair, 'allowEmptyValue');
  const [before, after] = [was?.value === true, is?.value === true];
  if (before === after) return [];
  return [found(after ? 'O29' : 'O28', `${path}.allowEmptyValue`, before, after)];
}

function isOfOrder(name: string): boolean {
  return /^(sort|order)([-_]?by)?$|^ordering$/i.test(name);
}

function isOfPages({ place, name }: Parameter): boolean {
  return (
    place === 'query' &&
    /^(page|limit|offset|cursor|page[-_.]?(size|token)|per[-_]?page)$/i.test(name)
  );
}
