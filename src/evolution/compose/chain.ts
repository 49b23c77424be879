import type {
  ListParameter,
  ResolvedAddition,
  ResolvedSpecification,
} from '../../specification/index.ts';
import { own } from '../../specification/plain.ts';
import { customOperationOf, customOperationInputs } from './custom-operations.ts';
import { withoutFormerCustomOperations } from './former-custom-operations.ts';
import { withoutFormer } from './former.ts';
import { queryTranslationOf } from './query-translation.ts';
import { newest, older } from './expression.ts';
import { withInputs } from './history-inputs.ts';
import type { LinkedStep } from './link.ts';
import type { Member } from './members.ts';
import { withoutFormerNulls, withPromisedNulls } from './promised-nulls.ts';
import { fieldsOf, membersOf } from './shape.ts';
import { customOperationAlong, namesAlong, redoAll, undoAll, type Link } from './walk.ts';

/** One resource of an older version, made of the newest one and made into it: each member one expression. */
export interface ComposedResource {
  /** Singular names. */
  readonly newest: string;
  readonly older: string;
  /** The members of the older version, of the newest. */
  readonly down: readonly Member[];
  /** The members of the newest version, of those of the older. */
  readonly up: readonly Member[];
  readonly customOperations: readonly ComposedCustomOperation[];
  /** What its lists can be asked for, by the names of the older version: what steps take away is not among them. */
  readonly list: { readonly filter: readonly string[]; readonly sort: readonly string[] };
  /** Newest members by which it is done nearly as the older version did it. */
  readonly approximate: {
    readonly filter: Readonly<Record<string, readonly string[]>>;
    readonly sort: Readonly<Record<string, readonly string[]>>;
    /** Filters of the older version that find what a hook makes of their value. */
    readonly byHook: readonly string[];
  };
}

/** Something that can be done with it by a POST. */
export interface ComposedCustomOperation {
  /** Segments. */
  readonly newest: string;
  readonly older: string;
  /** The inputs of the newest version, of those of the older. */
  readonly up: readonly Member[];
}

export interface ComposedVersion {
  readonly label: string;
  readonly specification: ResolvedSpecification;
  readonly newest: ResolvedSpecification;
  /** From this version to the newest. */
  readonly steps: readonly LinkedStep[];
  /** Of the resources that both have. */
  readonly resources: readonly ComposedResource[];
  /** What its next minor release adds: no contract of it has that yet. */
  readonly additions: readonly ResolvedAddition[];
}

/** Puts the steps from one version to the newest one behind each other. */
export function composeVersion(label: string, steps: readonly LinkedStep[]): ComposedVersion {
  const first = steps[0];
  const last = steps.at(-1);
  if (first === undefined || last === undefined) throw new TypeError('there is no step');
  const resources = Object.keys(last.newer.resources).flatMap((name): ComposedResource[] => {
    const links = namesAlong(steps, name);
    if (links === undefined) return [];
    const oldest = links[0]?.older ?? name;
    // It had it no more itself.
    if (own(first.older.resources, oldest)?.isFormer === true) return [];
    const fields = fieldsOf(first.older, oldest);
    const [undone, stored] = undoAll(membersOf(fieldsOf(last.newer, name), newest), links, steps);
    const down = withPromisedNulls(undone, fields);
    const newer = fieldsOf(last.newer, name);
    const up = withoutFormerNulls(redoAll(membersOf(fields, older), links, steps, stored), newer);
    return [
      {
        newest: name,
        older: oldest,
        down: withInputs(inOrderOf(down, Object.keys(fields)), name, steps),
        up: inOrderOf(up, Object.keys(newer)),
        customOperations: composeCustomOperations(steps, links, name),
        ...listsOf(steps, links, oldest),
      },
    ];
  });
  const specification = withoutFormerCustomOperations(withoutFormer(first.older));
  return { label, specification, newest: last.newer, steps, resources, additions: [] };
}

/**
 * Parameters are written by the names of the older version of their step: what a later step takes away is found again among
 * the members of the oldest one.
 */
function listsOf(
  steps: readonly LinkedStep[],
  links: readonly Link[],
  oldest: string,
): Pick<ComposedResource, 'list' | 'approximate'> {
  const endpoint = steps[0]?.older.endpoints[oldest];
  const listOf = (which: ListParameter) => {
    const gone = new Set<string>();
    const by: Record<string, readonly string[]> = {};
    for (const [at, { step }] of links.entries()) {
      for (const { remove, approximate } of step.parameters ?? []) {
        if (remove?.parameter === which) {
          for (const name of namesBefore(steps, links, at, remove.field)) gone.add(name);
        }
        if (approximate?.parameter !== which) continue;
        const now = approximate.by.flatMap((name) => namesAfter(links, at, name));
        for (const name of namesBefore(steps, links, at, approximate.field)) by[name] = now;
      }
    }
    const asked = (endpoint?.[which] ?? []).filter((name) => !gone.has(name));
    return { asked, by };
  };
  const byHook = links.flatMap(({ step }, at) =>
    (step.parameters ?? []).flatMap(({ hook }) =>
      hook === undefined ? [] : namesBefore(steps, links, at, hook.field),
    ),
  );
  const [filter, sort] = [listOf('filter'), listOf('sort')];
  return {
    list: { filter: filter.asked, sort: sort.asked },
    approximate: { filter: filter.by, sort: sort.by, byHook },
  };
}

/** Members of the oldest version that lists are asked for by a member of the older version of a step. */
function namesBefore(
  steps: readonly LinkedStep[],
  links: readonly Link[],
  at: number,
  field: string,
): string[] {
  const step = steps[at];
  const link = links[at];
  if (at === 0 || step === undefined || link === undefined) return [field];
  const between = membersOf(fieldsOf(step.older, link.older), newest);
  const [members] = undoAll(between, links.slice(0, at), steps);
  return members
    .filter((member) => queryTranslationOf(member, between).from.includes(field))
    .map(({ name }) => name);
}

/** What a member of the newer version of a step is called by the newest one, where it only has another name. */
function namesAfter(links: readonly Link[], at: number, field: string): string[] {
  const renames = links
    .slice(at + 1)
    .flatMap(({ operations }) =>
      operations.flatMap(({ operation: { rename } }) => (rename === undefined ? [] : [rename])),
    );
  return [renames.reduce((name, { from, to }) => (from === name ? to : name), field)];
}

function composeCustomOperations(
  steps: readonly LinkedStep[],
  links: readonly Link[],
  name: string,
): ComposedCustomOperation[] {
  const last = steps.at(-1);
  const first = steps[0];
  if (last === undefined || first === undefined) return [];
  return Object.entries(customOperationInputs(last.newer, name)).flatMap(
    ([segment, newer]): ComposedCustomOperation[] => {
      const along = customOperationAlong(links, segment);
      if (along === undefined) return [];
      const current = along[0]?.older ?? segment;
      const resource = links[0]?.older ?? name;
      // It had it no more itself.
      if (customOperationOf(first.older, resource, current)?.isFormer === true) return [];
      const inputs = customOperationInputs(first.older, resource)[current] ?? {};
      const up = redoAll(
        membersOf(inputs, older),
        along.map(({ operations }, index) => ({ operations, newer: links[index]?.newer ?? name })),
        steps,
        [],
      );
      return [{ newest: segment, older: current, up: withoutFormerNulls(up, newer) }];
    },
  );
}

/** Members in the order of the specification, which operations do not keep. */
function inOrderOf(members: readonly Member[], names: readonly string[]): readonly Member[] {
  const rank = new Map(names.map((name, index) => [name, index]));
  const of = ({ name }: Member) => rank.get(name) ?? names.length;
  return members.toSorted((a, b) => of(a) - of(b));
}
