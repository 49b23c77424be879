import { atKey, atValue, type Issue, type Path } from '../../specification/issue.ts';
import { nearest } from '../../specification/nearest.ts';
import { defined, mapValues, own } from '../../specification/plain.ts';
import {
  resolveField,
  type ResolvedField,
  type ResolvedSpecification,
} from '../../specification/index.ts';
import { historyOf } from '../../specification/resolve/history.ts';
import type { Changes, FieldOperation, ResourceStep } from '../steps/schema.ts';
import { customOperationInputs } from './custom-operations.ts';
import { newest, older as olderRoot } from './expression.ts';
import { withFormerCustomOperations } from './former-custom-operations.ts';
import { withFormer } from './former.ts';
import { OperationIssue, type Member } from './members.ts';
import { redo, undo } from './operations.ts';
import { fieldsOf, membersOf, parentMember } from './shape.ts';

/** One operation, where it is written, and the shapes before and after it. */
export interface LinkedOperation {
  readonly operation: FieldOperation;
  /** In the file of the step. */
  readonly path: Path;
  /** The older shape, of fields alone. */
  readonly older: readonly Member[];
  /** The newer shape, of fields alone. */
  readonly newer: readonly Member[];
}

/** What a transition or an action of the newer version is in the older one. */
export interface LinkedCustomOperation {
  /** Segment in the newer version. */
  readonly newer: string;
  /** Segment in the older version. */
  readonly older: string;
  readonly operations: readonly LinkedOperation[];
}

/** One resource of the newer version in the older one. */
export interface LinkedResource {
  readonly newer: string;
  readonly older: string;
  readonly step: ResourceStep;
  readonly operations: readonly LinkedOperation[];
  readonly customOperations: readonly LinkedCustomOperation[];
}

/** A step between two specifications. */
export interface LinkedStep {
  /** `1-to-2` */
  readonly name: string;
  readonly older: ResolvedSpecification;
  readonly newer: ResolvedSpecification;
  readonly changes: Changes;
  /** Of the resources that both have. */
  readonly resources: readonly LinkedResource[];
}

export type Linking =
  | { readonly ok: true; readonly step: LinkedStep }
  | { readonly ok: false; readonly issues: readonly Issue[] };

interface Written {
  readonly operation: FieldOperation;
  readonly path: Path;
}

/**
 * Lays a step between the specifications that it leads from and to.
 *
 * @param written the newer version; that of the step has what is kept for the older one besides
 */
export function linkStep(
  name: string,
  changes: Changes,
  older: ResolvedSpecification,
  written: ResolvedSpecification,
): Linking {
  const newer = withFormerOf(changes, older, written);
  const issues: Issue[] = namesOfResources(changes, written);
  const olderName = (resource: string) => olderNameOf(resource, changes, newer, older);
  const resources = Object.keys(newer.resources).flatMap((resource): LinkedResource[] => {
    const from = olderName(resource);
    const step = own(changes.resources, resource) ?? {};
    if (!Object.hasOwn(older.resources, from)) {
      if (step.renamedFrom !== undefined) issues.push(unknownResource(resource, from, older));
      return [];
    }
    const at: Path = ['resources', resource];
    const about = { step: name, resource, issues };
    const operations = linkOperations(
      [
        ...parentOperations(resource, older, newer, olderName),
        ...historyOperations(resource, changes, newer, older),
        ...(step.operations ?? []).map((operation, index) => ({
          operation,
          path: [...at, 'operations', index],
        })),
      ],
      withStates(fieldsOf(older, from), older, from),
      withStates(fieldsOf(newer, resource), newer, resource),
      about,
    );
    const customOperations = linkCustomOperations(step, from, { ...about, at, older, newer });
    return [{ newer: resource, older: from, step, operations, customOperations }];
  });
  if (issues.length > 0) return { ok: false, issues };
  return { ok: true, step: { name, older, newer, changes, resources } };
}

function withFormerOf(
  changes: Changes,
  older: ResolvedSpecification,
  newer: ResolvedSpecification,
): ResolvedSpecification {
  const names = Object.keys(newer.resources).map(
    (name) => [olderNameOf(name, changes, newer, older), name] as const,
  );
  const linked = new Map(names.filter(([was]) => Object.hasOwn(older.resources, was)));
  const renamed = (resource: string) => linked.get(resource) ?? resource;
  const beside = [...linked].map(([was, is]) => ({
    older: was,
    newer: is,
    step: own(changes.resources, is) ?? {},
  }));
  const withCustomOperations = withFormerCustomOperations({ older, newer, renamed }, beside);
  return withFormer(withCustomOperations, older, changes.former ?? [], linked);
}

function namesOfResources({ resources = {} }: Changes, newer: ResolvedSpecification): Issue[] {
  return Object.keys(resources)
    .filter((name) => !Object.hasOwn(newer.resources, name))
    .map((name) =>
      atKey(['resources', name], {
        code: 'unknown-resource',
        message: `the newer version has no resource "${name}"; resources are written by their names in the newer version`,
        allowed: Object.keys(newer.resources),
        ...defined({ suggestion: nearest(name, Object.keys(newer.resources)) }),
      }),
    );
}

function unknownResource(name: string, from: string, older: ResolvedSpecification): Issue {
  return atValue(['resources', name, 'renamedFrom'], {
    code: 'unknown-resource',
    message: `the older version has no resource "${from}"`,
    allowed: Object.keys(older.resources),
    ...defined({ suggestion: nearest(from, Object.keys(older.resources)) }),
  });
}

/** The history of a resource is called by it. */
function olderNameOf(
  name: string,
  { resources }: Changes,
  newer: ResolvedSpecification,
  older: ResolvedSpecification,
): string {
  const written = own(resources, name)?.renamedFrom;
  if (written !== undefined) return written;
  const kept = newer.resources[name]?.historyOf;
  if (kept === undefined) return name;
  const from = historyOf(own(resources, kept)?.renamedFrom ?? kept);
  return Object.hasOwn(older.resources, from) ? from : name;
}

interface About {
  readonly step: string;
  readonly resource: string;
  readonly issues: Issue[];
}

function linkOperations(
  operations: readonly Written[],
  olderFields: Readonly<Record<string, ResolvedField>>,
  newerFields: Readonly<Record<string, ResolvedField>>,
  { step, resource, issues }: About,
): LinkedOperation[] {
  // The older shapes first: what the newer version calls a field is known at the end only.
  const declared = membersOf(newerFields, newest);
  const olderShapes: (readonly Member[])[] = [membersOf(olderFields, olderRoot)];
  const before = issues.length;
  for (const { operation, path } of operations) {
    const shape = olderShapes.at(-1) ?? [];
    const around = { side: 'older', step, resource, other: declared, isChecked: false } as const;
    olderShapes.push(attempt(() => redo(shape, operation, around), shape, operation, path, issues));
  }
  if (issues.length > before) return [];
  const linked: LinkedOperation[] = [];
  let shape: readonly Member[] = declared;
  for (const [index, { operation, path }] of [...operations.entries()].toReversed()) {
    const older = olderShapes[index] ?? [];
    const newer = shape;
    const around = { side: 'newest', step, resource, other: older, isChecked: true } as const;
    shape = attempt(() => undo(newer, operation, around), newer, operation, path, issues);
    linked.unshift({ operation, path, older, newer });
  }
  return linked;
}

function attempt(
  work: () => readonly Member[],
  before: readonly Member[],
  operation: FieldOperation,
  path: Path,
  issues: Issue[],
): readonly Member[] {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof OperationIssue)) throw error;
    const { key, code, message, allowed } = error;
    const [kind = ''] = Object.keys(operation);
    issues.push(
      atValue([...path, kind, key], {
        code,
        message,
        ...(allowed.length === 0 ? {} : { allowed }),
      }),
    );
    return before;
  }
}

/** What lives in a resource that has another name says so with another member. */
function parentOperations(
  name: string,
  older: ResolvedSpecification,
  newer: ResolvedSpecification,
  olderName: (name: string) => string,
): Written[] {
  const from = parentMember(older.resources[olderName(name)]?.parent);
  const to = parentMember(newer.resources[name]?.parent);
  if (from === undefined || to === undefined || from === to) return [];
  return [{ operation: { rename: { from, to } }, path: ['resources', name] }];
}

/** The states in a history are texts. Which of them a version has says what each is called in the other one. */
function withStates(
  fields: Readonly<Record<string, ResolvedField>>,
  { resources, states }: ResolvedSpecification,
  resource: string,
): Readonly<Record<string, ResolvedField>> {
  const kept = own(resources, resource)?.historyOf;
  const machine = kept === undefined ? undefined : own(states, kept);
  if (machine === undefined) return fields;
  return mapValues(fields, (field, name): ResolvedField => {
    if (name !== 'from' && name !== 'to') return field;
    return resolveField({
      type: 'enum',
      values: [...machine.states],
      readOnly: true,
      required: true,
    });
  });
}

type Mapping = NonNullable<FieldOperation['map']>;

/** What is kept of transitions has the names of states and transitions, too. */
function historyOperations(
  name: string,
  { resources }: Changes,
  newer: ResolvedSpecification,
  older: ResolvedSpecification,
): Written[] {
  const kept = newer.resources[name]?.historyOf;
  if (kept === undefined) return [];
  const step = own(resources, kept);
  const field = older.states[step?.renamedFrom ?? kept]?.field;
  const states = (step?.operations ?? []).flatMap(({ map }) =>
    map !== undefined && map.field === field ? [map] : [],
  );
  const customOperations = Object.fromEntries(
    (step?.actions ?? []).flatMap(({ rename }) =>
      rename === undefined ? [] : [[String(rename.from), String(rename.to)]],
    ),
  );
  const path: Path = ['resources', kept];
  const mapping = (of: string, map: Omit<Mapping, 'field'>): Written => ({
    operation: { map: { ...map, field: of } },
    path,
  });
  return [
    ...states.flatMap((map) => [mapping('from', map), mapping('to', map)]),
    ...(Object.keys(customOperations).length === 0
      ? []
      : [mapping('transition', { values: customOperations })]),
  ];
}

function linkCustomOperations(
  { actions = [], operations: fieldOperations = [] }: ResourceStep,
  olderResource: string,
  about: About & {
    readonly at: Path;
    readonly older: ResolvedSpecification;
    readonly newer: ResolvedSpecification;
  },
): LinkedCustomOperation[] {
  const { at, older, newer, resource, issues } = about;
  const olderInputs = customOperationInputs(older, olderResource);
  const newerInputs = customOperationInputs(newer, resource);
  const names = new Map<string, string>();
  for (const [index, { rename, input }] of actions.entries()) {
    const path: Path = [...at, 'actions', index];
    if (rename !== undefined) {
      const [from, to] = [String(rename.from), String(rename.to)];
      if (!Object.hasOwn(olderInputs, from)) {
        issues.push(
          unknownCustomOperation([...path, 'rename', 'from'], 'older', from, olderInputs),
        );
      }
      if (!Object.hasOwn(newerInputs, to)) {
        issues.push(unknownCustomOperation([...path, 'rename', 'to'], 'newer', to, newerInputs));
      }
      names.set(to, from);
    }
    if (input !== undefined && !Object.hasOwn(newerInputs, input.of)) {
      issues.push(unknownCustomOperation([...path, 'input', 'of'], 'newer', input.of, newerInputs));
    }
  }
  return Object.entries(newerInputs).flatMap(([segment, newerInput]): LinkedCustomOperation[] => {
    const from = names.get(segment) ?? segment;
    const olderInput = own(olderInputs, from);
    if (olderInput === undefined) return [];
    const ofInputs = actions.flatMap(({ input }, index): Written[] => {
      if (input?.of !== segment) return [];
      const { of: _, ...operation } = input;
      return [{ operation, path: [...at, 'actions', index, 'input'] }];
    });
    const written = new Set(ofInputs.map(({ operation }) => fieldOf(operation)));
    const ofFields = fieldOperations
      .filter((operation) => {
        const field = fieldOf(operation);
        if (field === undefined || written.has(field)) return false;
        const [now = field] = operation.rename?.to.split(/[.[]/) ?? [];
        // An input that is not called so in both versions is another one than the field.
        return Object.hasOwn(olderInput, field) && Object.hasOwn(newerInput, now);
      })
      .map((operation): Written => ({
        operation,
        path: [...at, 'operations', fieldOperations.indexOf(operation)],
      }));
    const added = ofFields.flatMap(({ operation: { rename }, path }): Written[] => {
      const name = String(rename?.from);
      // What is called like that now is another input: the older version does not have it.
      const isFree = rename !== undefined && own(newerInput, name)?.required === false;
      return isFree && !written.has(name) ? [{ operation: { add: { field: name } }, path }] : [];
    });
    const operations = [...ofFields, ...added, ...ofInputs];
    const linked = linkOperations(operations, olderInput, newerInput, about);
    return [{ newer: segment, older: from, operations: linked }];
  });
}

function unknownCustomOperation(
  path: Path,
  which: string,
  name: string,
  customOperations: Readonly<Record<string, unknown>>,
): Issue {
  return atValue(path, {
    code: 'unknown-action',
    message: `the ${which} version has no transition or action "${name}" that clients can ask for`,
    allowed: Object.keys(customOperations),
    ...defined({ suggestion: nearest(name, Object.keys(customOperations)) }),
  });
}

/** What is sent along under the name of a field is that field, and changes with it. */
function fieldOf({ rename, retype, map }: FieldOperation): string | undefined {
  const field = rename?.from ?? retype?.field ?? map?.field;
  return field?.split(/[.[]/)[0];
}

/** The types of the events that a version emits: `order.shipped`. */
export function eventTypes({ events }: Pick<ResolvedSpecification, 'events'>): string[] {
  return (events?.emit ?? []).map(({ resource, event }) => `${resource}.${event}`);
}

/** What the older version of a step calls an event of the newer one; null where it has none. */
export function olderEventOf({ changes, resources }: LinkedStep, type: string): string | null {
  const events = changes.events ?? [];
  if (events.some(({ absent }) => absent === type)) return null;
  const renamed = events.find(({ rename }) => rename?.to === type)?.rename?.from;
  if (renamed !== undefined) return String(renamed);
  const [resource] = type.split('.');
  return resources.some(({ newer }) => newer === resource) ? type : null;
}
