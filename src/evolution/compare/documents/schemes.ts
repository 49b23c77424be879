import type { Found } from '../change.ts';
import { memberOf, membersOf, type Part } from '../../../openapi/parts.ts';
import {
  bothOf,
  namesOf,
  type Comparison,
  type Maybe,
  type Origin,
  type Pair,
} from './comparison.ts';
import { found } from './found.ts';
import { compareRest } from './rest.ts';
import { isSame } from './schema/same.ts';

const path = 'components.securitySchemes';

function schemesIn(origin: Origin): Map<string, Part> {
  const components = memberOf(origin.root, 'components');
  const schemes = components && memberOf(components, 'securitySchemes');
  return new Map(membersOf(schemes).map(([name, part]) => [name, origin.deref(part)]));
}

/** Old names and new ones of schemes that are the same but for their names. */
export function renamedSchemes(
  comparison: Pick<Comparison, 'was' | 'is' | 'identify'>,
): ReadonlyMap<string, string> {
  const [was, is] = [schemesIn(comparison.was), schemesIn(comparison.is)];
  const renamed = new Map<string, string>();
  const taken = new Set<string>();
  for (const name of [...was.keys()].filter((each) => !is.has(each)).sort()) {
    const other = [...is.keys()]
      .filter((each) => !was.has(each) && !taken.has(each))
      .sort()
      .find((each) => isSame({ was: was.get(name), is: is.get(each) }, comparison));
    if (other === undefined) continue;
    taken.add(other);
    renamed.set(name, other);
  }
  return renamed;
}

/** How mechanisms of authentication are declared. */
export function compareSchemes(comparison: Comparison): readonly Found[] {
  const [was, is] = [schemesIn(comparison.was), schemesIn(comparison.is)];
  const { renamedSchemes: renamed } = comparison;
  const names = new Set(renamed.values());
  return namesOf(was, is).flatMap((name): readonly Found[] => {
    const [one, other] = [was.get(name), is.get(name)];
    const at = `${path}.${name}`;
    if (one !== undefined && other !== undefined) {
      return compareScheme(at, { was: one, is: other }, comparison);
    }
    const present = renamed.get(name);
    if (present !== undefined) {
      return [found('O58', `${path}.${name < present ? name : present}`, name, present)];
    }
    if (names.has(name)) return [];
    return [found('O59', at, one && name, other && name)];
  });
}

function compareScheme(at: string, pair: Pair, comparison: Comparison): readonly Found[] {
  const changed = (key: string, id: string): Found[] => {
    const { was, is } = bothOf(pair, key);
    const spelled = ({ value }: Part) =>
      key === 'scheme' ? String(value).toLowerCase() : String(value);
    const [before, after] = [was && spelled(was), is && spelled(is)];
    return before === after ? [] : [found(id, `${at}.${key}`, before, after)];
  };
  const rest = compareRest(
    at,
    pair,
    ['type', 'scheme', 'in', 'name', 'bearerFormat', 'openIdConnectUrl', 'flows'],
    comparison,
  );
  const kind = changed('type', 'O53');
  if (kind.length > 0) return [...kind, ...rest];
  return [
    ...changed('scheme', 'O53'),
    ...changed('in', 'A12'),
    ...changed('name', 'A12'),
    ...changed('bearerFormat', 'O57'),
    ...changed('openIdConnectUrl', 'A07'),
    ...compareFlows(`${at}.flows`, bothOf(pair, 'flows'), comparison),
    ...rest,
  ];
}

function compareFlows(at: string, { was, is }: Maybe, comparison: Comparison): readonly Found[] {
  const [before, after] = [new Map(membersOf(was)), new Map(membersOf(is))];
  return namesOf(before, after).flatMap((name): readonly Found[] => {
    const [one, other] = [before.get(name), after.get(name)];
    const place = `${at}.${name}`;
    if (one === undefined) return [found('O55', place, undefined, name)];
    if (other === undefined) return [found('O54', place, name)];
    return compareFlow(place, { was: one, is: other }, comparison);
  });
}

const addresses = ['authorizationUrl', 'tokenUrl', 'refreshUrl'];

function compareFlow(at: string, pair: Pair, comparison: Comparison): readonly Found[] {
  const urls = addresses.flatMap((key) => {
    const { was, is } = bothOf(pair, key);
    if (was?.value === is?.value) return [];
    return [found(was === undefined ? 'O49' : 'O56', `${at}.${key}`, was?.value, is?.value)];
  });
  const { was, is } = bothOf(pair, 'scopes');
  const [before, after] = [new Map(membersOf(was)), new Map(membersOf(is))];
  const scopes = namesOf(before, after).flatMap((scope) => {
    const [one, other] = [before.get(scope)?.value, after.get(scope)?.value];
    const place = `${at}.scopes.${scope}`;
    if (one === undefined) return [found('A14', place, undefined, scope)];
    if (other === undefined) return [found('A18', place, scope)];
    return one === other ? [] : [found('O02', place, one, other)];
  });
  return [...urls, ...scopes, ...compareRest(at, pair, [...addresses, 'scopes'], comparison)];
}
