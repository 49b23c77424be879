import type { Found } from '../change.ts';
import { memberOf, membersOf, type Part } from '../../../openapi/parts.ts';
import { namesOf, type Comparison, type Maybe, type Pair } from './comparison.ts';
import { compareValue } from './described-value.ts';
import { found } from './found.ts';
import { compareDeprecated, compareRest } from './rest.ts';

/** Headers of an answer, by their names in lower case. */
export function compareHeaders(
  path: string,
  { was, is }: Maybe,
  comparison: Comparison,
): readonly Found[] {
  const [before, after] = [headersIn(was, comparison.was), headersIn(is, comparison.is)];
  return namesOf(before, after).flatMap((name): readonly Found[] => {
    const [one, other] = [before.get(name), after.get(name)];
    const at = `${path}.${name}`;
    if (one !== undefined && other !== undefined) {
      return compareHeader(at, { was: one, is: other }, comparison);
    }
    const isOfLimits = /^(x-)?rate-?limit/.test(name);
    if (other !== undefined) return [found(isOfLimits ? 'B05' : 'H03', at, undefined, name)];
    if (one === undefined) return [];
    return [found(isRequired(one) ? (isOfLimits ? 'B06' : 'H04') : 'O42', at, name)];
  });
}

function headersIn(part: Part | undefined, origin: Comparison['was']): Map<string, Part> {
  return new Map(membersOf(part).map(([name, each]) => [name.toLowerCase(), origin.deref(each)]));
}

function isRequired(part: Part): boolean {
  return memberOf(part, 'required')?.value === true;
}

/** What clients are shown beside a body. */
export function compareHeader(path: string, pair: Pair, comparison: Comparison): readonly Found[] {
  const [was, is] = [isRequired(pair.was), isRequired(pair.is)];
  const written = (part: Part) =>
    JSON.stringify([
      memberOf(part, 'style')?.value ?? 'simple',
      memberOf(part, 'explode')?.value ?? false,
    ]);
  const known = ['name', 'in', 'required', 'deprecated', 'x-sunset', 'schema', 'content'];
  return [
    ...(was === is ? [] : [found(is ? 'O43' : 'H06', `${path}.required`, was, is)]),
    ...(written(pair.was) === written(pair.is)
      ? []
      : [found('O46', `${path}.style`, written(pair.was), written(pair.is))]),
    ...compareDeprecated(path, pair, ['O44', 'O44', 'O44']),
    ...compareValue(pair, { path, side: 'response' }, comparison),
    ...compareRest(path, pair, [...known, 'style', 'explode'], comparison),
  ];
}
