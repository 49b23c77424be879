import { isDeepStrictEqual } from 'node:util';
import type { ResolvedField, ResolvedSpecification } from '../../specification/index.ts';
import { own } from '../../specification/plain.ts';
import type { ReleaseNow } from '../contracts/minor-releases.ts';
import { headersChanged } from './demanded-headers.ts';

/** What a resource of a version permits now that it did not when one of its releases was frozen. */
export interface ResourceGrowth {
  readonly resource: string;
  /** Members of which values may be taken that were refused: `title`, `gift.message`, `parcels[].weight`. */
  readonly loosened: readonly string[];
  /** The same of what transitions and actions are sent, by their names. */
  readonly loosenedInputs: Readonly<Record<string, readonly string[]>>;
  /** Members that are shown otherwise: where clients send none, or with more digits. */
  readonly reshown: readonly string[];
  /** Members that no two rows could share together. */
  readonly shared: readonly (readonly string[])[];
  /** Transitions and actions that are possible from further states, or on other conditions. */
  readonly widened: readonly string[];
  /** Verbs, such as `read`, and names of transitions and actions, that no caller could use and some can. */
  readonly opened: readonly string[];
  /** Headers that requests had to have. */
  readonly undemanded: readonly string[];
  /** Whether lists can be sorted by more. */
  readonly hasMoreSorts: boolean;
  /** Whether lists say other things of their pages: how many rows there are, how many are on a page, or a cursor. */
  readonly hasOtherPages: boolean;
}

/** What a version permits now and did not when it was frozen. */
export interface ReleaseGrowth {
  readonly label: string;
  /** MAJOR.MINOR.PATCH, or a date. */
  readonly release: string;
  readonly resources: readonly ResourceGrowth[];
}

/** The growth of every version since each of its releases, where there is any. */
export function growthOf(releases: readonly ReleaseNow[]): ReleaseGrowth[] {
  return releases.flatMap(({ label, release, was, is }) => {
    const resources = growthBetween(was, is);
    return resources.length === 0 ? [] : [{ label, release, resources }];
  });
}

function growthBetween(was: ResolvedSpecification, is: ResolvedSpecification): ResourceGrowth[] {
  return Object.keys(was.resources)
    .filter((resource) => Object.hasOwn(is.resources, resource))
    .map((resource) => growthOfResource(resource, was, is))
    .filter(isAny);
}

function isAny({ resource: _, hasMoreSorts, hasOtherPages, ...others }: ResourceGrowth): boolean {
  return (
    hasMoreSorts ||
    hasOtherPages ||
    Object.values(others).some((each) => Object.keys(each).length > 0)
  );
}

function growthOfResource(
  resource: string,
  was: ResolvedSpecification,
  is: ResolvedSpecification,
): ResourceGrowth {
  const [then, now] = [was, is].map((each) => partsOf(each, resource)) as [Parts, Parts];
  const [inputs, inputsNow] = [then, now].map(operationsOf) as [Operations, Operations];
  const common = Object.keys(inputs).filter((name) => Object.hasOwn(inputsNow, name));
  const loosenedInputs = common
    .map(
      (name) =>
        [
          name,
          membersThat(haveOtherRules, inputs[name]?.input ?? {}, inputsNow[name]?.input ?? {}),
        ] as const,
    )
    .filter(([, members]) => members.length > 0);
  const sorts = now.endpoint?.sort ?? [];
  return {
    resource,
    loosened: membersThat(haveOtherRules, then.fields, now.fields),
    loosenedInputs: Object.fromEntries(loosenedInputs),
    reshown: membersThat(areShownOtherwise, then.fields, now.fields),
    shared: then.unique.filter((key) => !now.unique.some((each) => isDeepStrictEqual(each, key))),
    widened: common.filter((name) => isWidened(inputs[name], inputsNow[name])),
    opened: openedIn(resource, was.authentication, is.authentication),
    undemanded: headersChanged(then.endpoint, now.endpoint, 'required', 'optional'),
    hasMoreSorts: sorts.some((name) => then.endpoint?.sort.includes(name) === false),
    hasOtherPages: pageKeys.some(
      (key) => then.endpoint?.pagination[key] !== now.endpoint?.pagination[key],
    ),
  };
}

const pageKeys = ['size', 'total', 'cursor'] as const;

function openedIn(
  resource: string,
  { allow: then }: ResolvedSpecification['authentication'],
  { allow: now }: ResolvedSpecification['authentication'],
): string[] {
  const grants = own(then ?? {}, resource) ?? {};
  const isOpen = (verb: string) => now === undefined || (now[resource]?.[verb] ?? []).length > 0;
  return Object.keys(grants).filter((verb) => grants[verb]?.length === 0 && isOpen(verb));
}

type Parts = ReturnType<typeof partsOf>;

function partsOf({ resources, endpoints, states }: ResolvedSpecification, resource: string) {
  const { fields = {}, unique = [] } = own(resources, resource) ?? {};
  return { fields, unique, endpoint: own(endpoints, resource), machine: own(states, resource) };
}

type Operations = ReturnType<typeof operationsOf>;

/** Transitions and actions. */
function operationsOf({ machine, endpoint }: Parts) {
  return { ...machine?.transitions, ...endpoint?.actions };
}

function isWidened(
  was: Operations[string] | undefined,
  is: Operations[string] | undefined,
): boolean {
  const [before, now] = [was, is].map((each) =>
    each !== undefined && 'from' in each ? each.from : [],
  );
  const isFromMore = now?.some((state) => before?.includes(state) !== true) === true;
  return isFromMore || !isDeepStrictEqual(was?.when, is?.when);
}

type Fields = Readonly<Record<string, ResolvedField>>;

type Differs = (was: ResolvedField, is: ResolvedField) => boolean;

/** Paths of members that both have and that differ. */
function membersThat(differ: Differs, was: Fields, is: Fields, above = ''): string[] {
  return Object.entries(was).flatMap(([name, field]) => {
    const now = own(is, name);
    return now === undefined ? [] : pathsThat(differ, field, now, `${above}${name}`);
  });
}

function pathsThat(differ: Differs, was: ResolvedField, is: ResolvedField, path: string): string[] {
  const whole = differ(was, is) ? [path] : [];
  if (was.type === 'object' && is.type === 'object') {
    return [...whole, ...membersThat(differ, was.fields, is.fields, `${path}.`)];
  }
  if (was.type === 'array' && is.type === 'array') {
    return [...whole, ...pathsThat(differ, was.items, is.items, `${path}[]`)];
  }
  return whole;
}

/** Whether clients may send other values: within a version, a rule only becomes looser. */
function haveOtherRules(was: ResolvedField, is: ResolvedField): boolean {
  return !isDeepStrictEqual(rulesOf(was), rulesOf(is));
}

/** The keys of a field that restrict its own value: no description or default, and no members or items. */
function rulesOf(field: ResolvedField): object {
  const { description: _, deprecated: __, default: ___, ...rules } = field;
  const { fields: ____, items: _____, ...outer } = rules as Readonly<Record<string, unknown>>;
  return outer;
}

/** Whether what clients sent is shown otherwise: where they sent nothing, or with more digits. */
function areShownOtherwise(was: ResolvedField, is: ResolvedField): boolean {
  const hasMoreDigits = was.type === 'decimal' && is.type === 'decimal' && was.scale !== is.scale;
  return hasMoreDigits || !isDeepStrictEqual(was.default, is.default);
}
