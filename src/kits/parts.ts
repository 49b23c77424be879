import type { Issue, Path } from '../specification/issue.ts';
import { atKey } from '../specification/issue.ts';
import { isMapping } from '../specification/plain.ts';
import { structureIssues } from '../specification/structure/check.ts';
import { structureErrors } from '../specification/structure/validator.ts';
import type { KeyPath } from './kit.ts';
import { alone } from './values.ts';

/** A resource name that stands for `*` while a part is checked. */
const anyResource = 'resource';

/** What belongs to one service alone, and in no kit but as the start of a new one. */
export const ofOneService: readonly KeyPath[] = [
  ['service', 'name'],
  ['service', 'title'],
  ['service', 'kits'],
  ['resources'],
  ['states'],
  ['authentication', 'allow'],
  ['authentication', 'rules'],
  ['events', 'emit'],
  ['versioning', 'versions'],
  ['versioning', 'default'],
  ['versioning', 'flags'],
  ['versioning', 'resources'],
  ['versioning', 'exceptions'],
  ['versioning', 'acknowledged'],
];

/** Whether a key belongs to one service alone. */
export function isOfOneService(path: KeyPath): boolean {
  if (path[0] === 'endpoints' && path.includes('actions')) return true;
  return ofOneService.some((each) => each.every((key, position) => path[position] === key));
}

/**
 * What is wrong with a part of a specification by structure alone: keys may be missing, since the rest is in the specification. Paths
 * begin at the part.
 */
export function partIssues(part: unknown): Issue[] {
  if (!isMapping(part)) return [];
  const value = withAnyResource(part);
  const errors = structureErrors(value).filter(({ keyword }) => keyword !== 'required');
  const issues = structureIssues(value, errors).map((issue) => ({
    ...issue,
    path: issue.path.map((key, position) =>
      position === 1 && issue.path[0] === 'endpoints' && key === anyResource ? '*' : key,
    ),
  }));
  return [...issues, ...ownIssues(part)];
}

/** The same for one key: paths begin at the value, and one of a key that does not exist is empty. */
export function keyIssues(path: KeyPath, value: unknown): Issue[] {
  return partIssues(alone(path, value)).map((issue) => ({
    ...issue,
    ...(issue.path.length >= path.length && issue.at === 'value' ? {} : { at: 'key' as const }),
    path: issue.path.slice(path.length),
  }));
}

/** Whether a value may stand at a key, or in the list that stands there. */
export function fitsKey(path: KeyPath, value: unknown): boolean {
  return [value, [value]].some((each) => keyIssues(path, each).length === 0);
}

function withAnyResource(part: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const endpoints = part['endpoints'];
  if (!isMapping(endpoints) || !Object.hasOwn(endpoints, '*')) return { ...part };
  const { '*': every, ...others } = endpoints;
  return { ...part, endpoints: { ...others, [anyResource]: every } };
}

function ownIssues(part: Readonly<Record<string, unknown>>): Issue[] {
  return ofOneService.flatMap((path) => {
    const holder = path
      .slice(0, -1)
      .reduce<unknown>((inner, key) => (isMapping(inner) ? inner[key] : undefined), part);
    return isMapping(holder) && Object.hasOwn(holder, path.at(-1) ?? '') ? [ofOne(path)] : [];
  });
}

function ofOne(path: Path): Issue {
  const message = `${path.join('.')} belongs to one service and to no kit; what a new service begins with stands in starter`;
  return atKey(path, { code: 'of-one-service', message });
}
