import { defined, mapValues } from '../../specification/plain.ts';
import type { Issue } from '../../specification/issue.ts';
import type { ResolvedSpecification } from '../../specification/index.ts';
import { asking, type Answers, type Asking, type Question } from '../asking.ts';
import { composeVersion } from '../compose/chain.ts';
import { customOperationInputs } from '../compose/custom-operations.ts';
import {
  linkStep,
  type LinkedOperation,
  type LinkedResource,
  type LinkedStep,
} from '../compose/link.ts';
import { fieldsOf } from '../compose/shape.ts';
import type { Changes, FieldOperation, ResourceStep } from '../steps/schema.ts';
import { listIssues } from '../verify/lists.ts';
import { undone, undoneInput, verifyStep } from '../verify/step.ts';
import type { About } from './about.ts';
import { extended, withResource } from './changes.ts';
import { draftErrors } from './errors.ts';
import { draftEvents } from './events.ts';
import { draftFields } from './fields/draft-fields.ts';
import type { Hints } from '../hints.ts';
import { draftLists } from './lists.ts';
import { draftCustomOperations, draftOffers } from './operations.ts';
import { draftResources } from './resources.ts';

/** The step to draft, and what it leads from and to. */
export interface Drafting {
  readonly from: string;
  readonly to: string;
  readonly older: ResolvedSpecification;
  readonly newer: ResolvedSpecification;
  /** What is written already: it is kept. */
  readonly written: Changes;
  readonly hints: Hints;
  readonly answers: Answers;
}

export interface Draft {
  /** What is written, completed by what the comparison and the answers tell. */
  readonly changes: Changes;
  /** What only a person knows. */
  readonly questions: readonly Question[];
  /** The same with those that have an answer. */
  readonly asked: readonly Question[];
  /** What no operation explains, once every question has an answer. */
  readonly issues: readonly Issue[];
  /** The step as it is drafted; undefined: what is written does not fit the two versions. */
  readonly step?: LinkedStep;
}

/** Completes a step by the operations that lead from the older version to the newer one. Never throws. */
export function draftStep(drafting: Drafting): Draft {
  const { written, older, newer, hints, answers, from, to } = drafting;
  const asked = asking(answers);
  const all = { asked: asked.asked };
  const stages: readonly ((changes: Changes, step: LinkedStep) => Changes)[] = [
    (changes, step) => withFields(changes, step, hints, asked),
    (changes, step) => draftCustomOperations(changes, step, asked),
    (changes, step) => withInputs(changes, step, asked),
    draftOffers,
    (changes, step) => draftLists(changes, step, asked),
    draftErrors,
    // Their names follow from those of resources and states.
    (changes, step) => (asked.open.length > 0 ? changes : draftEvents(changes, step, asked)),
  ];
  let changes = draftResources(written, drafting, hints, asked);
  if (asked.open.length > 0) return { changes, questions: asked.open, ...all, issues: [] };
  for (const stage of stages) {
    const linking = linkStep(`${from}-to-${to}`, changes, older, newer);
    if (!linking.ok) return { changes, questions: asked.open, ...all, issues: linking.issues };
    changes = stage(changes, linking.step);
  }
  const linking = linkStep(`${from}-to-${to}`, changes, older, newer);
  if (!linking.ok) return { changes, questions: asked.open, ...all, issues: linking.issues };
  const { step } = linking;
  if (asked.open.length > 0) return { changes, questions: asked.open, ...all, issues: [], step };
  const issues = [...verifyStep(step), ...listIssues(composeVersion(from, [step]))];
  return { changes, questions: [], ...all, issues, step };
}

function withFields(changes: Changes, step: LinkedStep, hints: Hints, asked: Asking): Changes {
  return step.resources.reduce((drafted, link) => {
    const { newer: name } = link;
    const about: About = {
      place: `resources.${name}.fields`,
      whose: `of "${name}"`,
      isInput: false,
      asked,
      formerName: (path) => hints.fields.get(`${name}.${path}`),
      valuesOf: (path) => hints.values.get(`${name}.${path}`) ?? {},
    };
    const operations = draftFields(fieldsOf(step.older, link.older), undone(step, link), about);
    // They lead to what the operations that are there lead from.
    return withResource(drafted, name, (written) => ({
      ...written,
      ...defined({ operations: extended(operations, written.operations ?? []) }),
    }));
  }, changes);
}

function withInputs(changes: Changes, step: LinkedStep, asked: Asking): Changes {
  return step.resources.reduce((drafted, link) => {
    const inputs = link.customOperations.flatMap((customOperation) =>
      inputsOf(step, link, customOperation, asked),
    );
    return withResource(drafted, link.newer, (written) => ({
      ...written,
      ...defined({ actions: extended(written.actions, inputs) }),
    }));
  }, changes);
}

type Actions = NonNullable<ResourceStep['actions']>;

function inputsOf(
  step: LinkedStep,
  link: LinkedResource,
  customOperation: LinkedResource['customOperations'][number],
  asked: Asking,
): Actions {
  const isTransition = Object.hasOwn(
    step.newer.states[link.newer]?.transitions ?? {},
    customOperation.newer,
  );
  const key = isTransition ? `states.${link.newer}.transitions` : `endpoints.${link.newer}.actions`;
  const about: About = {
    place: `${key}.${customOperation.newer}.input`,
    whose: `of what is sent along with "${customOperation.newer}" of "${link.newer}"`,
    isInput: true,
    asked,
    formerName: () => undefined,
    valuesOf: () => ({}),
  };
  const older = customOperationInputs(step.older, link.older)[customOperation.older] ?? {};
  return draftFields(older, undoneInput(step, link, customOperation), about).map((operation) => ({
    input: { of: customOperation.newer, ...behind(customOperation.operations, operation) },
  }));
}

/** An operation on members of the older version, by the names that they have after the operations before it. */
function behind(before: readonly LinkedOperation[], operation: FieldOperation): FieldOperation {
  const renamed = (path: string) =>
    before.reduce((name, { operation: { rename } }) => {
      const isOfIt = rename !== undefined && /^(?:$|[.[])/.test(name.slice(rename.from.length));
      return isOfIt && name.startsWith(rename.from)
        ? rename.to + name.slice(rename.from.length)
        : name;
    }, path);
  const named = (key: string, value: unknown): unknown => {
    if (key === 'fields') return (value as readonly string[]).map(renamed);
    return key === 'field' || key === 'from' ? renamed(String(value)) : value;
  };
  // The older version has no name for a member that is added.
  if (operation.add !== undefined) return operation;
  return mapValues(operation, (parts) =>
    mapValues(parts as Readonly<Record<string, unknown>>, (value, key) => named(key, value)),
  ) as FieldOperation;
}
