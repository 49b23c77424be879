import { atKey, atValue, type Issue, type Path } from '../../specification/issue.ts';
import type { ResolvedField } from '../../specification/index.ts';
import { nearest } from '../../specification/nearest.ts';
import { defined, own } from '../../specification/plain.ts';
import { customOperationOf, customOperationInputs } from '../compose/custom-operations.ts';
import {
  eventTypes,
  olderEventOf,
  type LinkedOperation,
  type LinkedResource,
  type LinkedStep,
} from '../compose/link.ts';
import { newest } from '../compose/expression.ts';
import { formerCustomOperation } from '../compose/former-custom-operations.ts';
import type { Member } from '../compose/members.ts';
import { undo } from '../compose/operations.ts';
import type { FieldOperation } from '../steps/schema.ts';
import { fieldsOf, membersOf } from '../compose/shape.ts';
import { unexplainedIn, type Unexplained } from './fields.ts';
import { claimIssues } from './claims.ts';
import { formerIssues } from './former.ts';
import { moveIssues } from './moves.ts';
import { neutralIssues } from './neutral.ts';
import { uniqueIssues } from './unique.ts';

/** Whatever a step does not explain: undone on the newer version, it has to give the older one as it was frozen. */
export function verifyStep(step: LinkedStep): Issue[] {
  return [
    ...step.resources.flatMap((resource) => ofResource(step, resource)),
    ...goneResources(step),
    ...formerIssues(step),
    ...moveIssues(step),
    ...claimIssues(step),
    ...uniqueIssues(step),
    ...otherEvents(step),
    ...otherStatuses(step),
    ...neutralIssues(step),
  ];
}

function ofResource(step: LinkedStep, link: LinkedResource): Issue[] {
  const { older } = step;
  const path: Path = ['resources', link.newer];
  const name = `resource "${link.newer}"`;
  const issue = (unexplained: Unexplained, at: Path = path) => issueOf(unexplained, at, name);
  const fields = unexplainedIn(fieldsOf(older, link.older), undone(step, link), '', (path) =>
    link.operations.some(({ operation }) => leadsInto(operation, path)),
  ).map((each) => issue(each));
  const customOperations = link.customOperations.flatMap((customOperation) => {
    const frozen = customOperationInputs(older, link.older)[customOperation.older] ?? {};
    const predicted = undoneInput(step, link, customOperation);
    const about = `"${customOperation.newer}" of the ${name}`;
    return unexplainedIn(frozen, predicted)
      .filter(
        (each) =>
          each.code !== 'field-nullable' &&
          !(each.code === 'field-added' && each.isNeeded !== true),
      )
      .map((each) =>
        issueOf(inputOperation(each, customOperation.newer), [...path, 'actions'], about),
      );
  });
  return [
    ...fields,
    ...customOperations,
    ...goneCustomOperations(step, link).map((each) => issue(each)),
    ...wrongExisted(step, link),
    ...goneMethods(step, link).map((each) => issue(each)),
    ...newOperations(step, link).map((each) => issue(each)),
    ...otherLists(step, link).map((each) => issue(each)),
    ...otherParent(step, link).map((each) => issue(each)),
  ];
}

/** Whether an operation puts a member into an object of the newer version. */
function leadsInto({ rename, add, split, merge, move }: FieldOperation, object: string): boolean {
  const paths = [rename?.to, add?.field, move?.to, merge?.into, ...(split?.into ?? [])];
  return paths.some((path) => path?.startsWith(`${object}.`) === true);
}

function inputOperation(unexplained: Unexplained, of: string): Unexplained {
  const { suggestion } = unexplained;
  return {
    ...unexplained,
    ...(suggestion === undefined
      ? {}
      : { suggestion: `actions: - input: { of: ${of}, ${suggestion.replace(/^- /, '')} }` }),
  };
}

/** The fields of the newer version of a resource, with every operation undone. */
export function undone(step: LinkedStep, link: LinkedResource) {
  return undoneBy(link.operations, membersOf(fieldsOf(step.newer, link.newer), newest), step, link);
}

/** The same of what is sent along with a transition or an action. */
export function undoneInput(
  step: LinkedStep,
  link: LinkedResource,
  { newer: segment, operations }: LinkedResource['customOperations'][number],
) {
  const now = customOperationInputs(step.newer, link.newer)[segment] ?? {};
  return undoneBy(operations, membersOf(now, newest), step, link);
}

function undoneBy(
  operations: readonly LinkedOperation[],
  members: readonly Member[],
  { name }: LinkedStep,
  { newer }: LinkedResource,
): Readonly<Record<string, ResolvedField>> {
  let shape = members;
  for (const { operation, older } of operations.toReversed()) {
    shape = undo(shape, operation, {
      side: 'newest',
      step: name,
      resource: newer,
      other: older,
      isChecked: true,
    });
  }
  return Object.fromEntries(shape.map((member) => [member.name, member.field]));
}

function goneCustomOperations(step: LinkedStep, link: LinkedResource): Unexplained[] {
  const { older, newer } = step;
  const known = new Set(link.customOperations.map(({ older }) => older));
  return Object.keys(customOperationInputs(older, link.older))
    .filter((name) => !known.has(name))
    .map((name) => {
      const isSaid = link.step.existed?.includes(name) === true;
      const isFormer = customOperationOf(older, link.older, name)?.isFormer === true;
      if (isSaid || isFormer) return notKept(step, link, name);
      const to =
        Object.keys(customOperationInputs(newer, link.newer)).find(
          (each) => !link.customOperations.some(({ newer }) => newer === each),
        ) ?? '…';
      return {
        code: 'action-removed',
        message: `clients of the older version ask for "${name}", which the newer version has not: say that only the older one has it from now on, or what it is called now (actions: [{ rename: { from: ${name}, to: ${to} } }])`,
        suggestion: `existed: [${name}]`,
      };
    });
}

function notKept(step: LinkedStep, link: LinkedResource, name: string): Unexplained {
  const names = new Map(step.resources.map((each) => [each.older, each.newer]));
  const sides = { ...step, renamed: (resource: string) => names.get(resource) ?? resource };
  const reason = formerCustomOperation(sides, link, name);
  return {
    code: 'action-not-kept',
    message: `"${name}" cannot be kept for clients of the older version alone: ${String(reason)}; keep it in the newer version too, or retire the older one first`,
  };
}

/** What a step says that only the older version offers, and that is not so. */
function wrongExisted({ older, newer }: LinkedStep, link: LinkedResource): Issue[] {
  const customOperations = customOperationInputs(older, link.older);
  const had = older.endpoints[link.older]?.methods ?? [];
  const has = newer.endpoints[link.newer]?.methods ?? [];
  return (link.step.existed ?? []).flatMap((name, index): Issue[] => {
    const at: Path = ['resources', link.newer, 'existed', index];
    const allowed: readonly string[] = [...had, ...Object.keys(customOperations)];
    if (!allowed.includes(name)) {
      return [
        atValue(at, {
          code: 'unknown-action',
          message: `the older version does not offer "${name}"; methods, transitions and actions are written by their names there`,
          allowed,
          ...defined({ suggestion: nearest(name, allowed) }),
        }),
      ];
    }
    const customOperation = link.customOperations.find((each) => each.older === name);
    const isThere =
      customOperation === undefined
        ? has.some((each) => each === name)
        : customOperationOf(newer, link.newer, customOperation.newer)?.isFormer === undefined;
    if (!isThere) return [];
    const message = `the newer version offers "${name}" too; take this away`;
    return [atValue(at, { code: 'action-is-there', message })];
  });
}

function goneMethods({ older, newer }: LinkedStep, link: LinkedResource): Unexplained[] {
  const now = newer.endpoints[link.newer]?.methods ?? [];
  const gone = (older.endpoints[link.older]?.methods ?? []).filter((each) => !now.includes(each));
  const unsaid = gone.filter((each) => link.step.existed?.includes(each) !== true);
  if (unsaid.length === 0) return [];
  return [
    {
      code: 'method-removed',
      message: `the older version offers ${unsaid.join(', ')}, and the newer one does not`,
      suggestion: `existed: [${gone.join(', ')}]`,
    },
  ];
}

/** Methods, transitions and actions that only the newer version has. */
function newOperations({ older, newer }: LinkedStep, link: LinkedResource): Unexplained[] {
  const had = older.endpoints[link.older]?.methods ?? [];
  const methods = (newer.endpoints[link.newer]?.methods ?? []).filter(
    (each) => !had.includes(each),
  );
  const known = new Set(link.customOperations.map(({ newer }) => newer));
  const customOperations = Object.keys(customOperationInputs(newer, link.newer)).filter(
    (each) => !known.has(each),
  );
  const all: readonly string[] = [...methods, ...customOperations];
  const unsaid = all.filter((each) => link.step.absent?.includes(each) !== true);
  if (unsaid.length === 0) return [];
  return [
    {
      code: 'operation-added',
      message: `the newer version offers ${unsaid.join(', ')}, and the older one does not`,
      suggestion: `absent: [${all.join(', ')}]`,
    },
  ];
}

/** What lists can be asked for now and could not be then, and the sizes of their pages. */
function otherLists({ older, newer }: LinkedStep, link: LinkedResource): Unexplained[] {
  const [then, now] = [older.endpoints[link.older], newer.endpoints[link.newer]];
  const { parameters = [] } = link.step;
  if (then?.methods.includes('list') !== true || now?.methods.includes('list') !== true) return [];
  const sizes = (['size', 'maxSize'] as const).flatMap((parameter): Unexplained[] => {
    const was = then.pagination[parameter];
    const isSaid = parameters.some(
      ({ default: said }) => said?.parameter === parameter && said.was === was,
    );
    if (was === now.pagination[parameter] || isSaid) return [];
    return [
      {
        code: 'size-changed',
        message: `"${parameter}" of a page is ${String(was)} in the older version and ${String(now.pagination[parameter])} in the newer one`,
        suggestion: `parameters: [{ default: { parameter: ${parameter}, was: ${String(was)} } }]`,
      },
    ];
  });
  const fields = fieldsOf(older, link.older);
  const added = (['filter', 'sort'] as const).flatMap((parameter) =>
    now[parameter]
      .filter((field) => {
        // What is not a field of both under the same name is explained as a field.
        const isSame = Object.hasOwn(fields, field);
        return isSame && !then[parameter].includes(field);
      })
      .filter(
        (field) =>
          !parameters.some(({ add }) => add?.parameter === parameter && add.field === field),
      )
      .map((field): Unexplained => ({
        code: 'parameter-added',
        message: `the newer version can ${parameter === 'filter' ? 'filter' : 'sort'} by "${field}", and the older one cannot`,
        suggestion: `parameters: [{ add: { parameter: ${parameter}, field: ${field} } }]`,
      })),
  );
  return [...sizes, ...added];
}

function otherParent({ older, newer, resources }: LinkedStep, link: LinkedResource): Unexplained[] {
  const was = older.resources[link.older]?.parent;
  const is = newer.resources[link.newer]?.parent;
  // A parent that only the newer version has is none that the older one lacked.
  const called = resources.find((each) => each.newer === is)?.older ?? is;
  if (was === called) return [];
  return [
    {
      code: 'not-bridgeable',
      message: `it lives in ${place(was)} in the older version and in ${place(is)} in the newer one; addresses cannot be made of one another: undo that, give what lives in the new place a name of its own beside this one, or retire the older version first`,
    },
  ];
}

function place(parent: string | undefined): string {
  return parent === undefined ? 'no other resource' : `"${parent}"`;
}

function goneResources({ older, resources }: LinkedStep): Issue[] {
  const known = new Set(resources.map((each) => each.older));
  return Object.keys(older.resources)
    .filter((name) => !known.has(name))
    .map((name) => {
      const of = older.resources[name]?.historyOf;
      if (of !== undefined && known.has(of)) return goneHistory(name, of);
      return issueOf(
        {
          code: 'resource-removed',
          message: `it is in the older version, and nothing says what became of it; say that only the older version has it from now on, or what it is called now (renamedFrom)`,
          suggestion: `former: [${name}]`,
        },
        ['resources'],
        `resource "${name}"`,
      );
    });
}

function goneHistory(name: string, of: string): Issue {
  const message = `clients of the older version read in it how rows of "${of}" came to their state, and the newer version does not keep that; keep it (states.${of}.history), or retire the older version first`;
  return issueOf({ code: 'resource-removed', message }, ['resources'], `resource "${name}"`);
}

/** Migration guides tell clients of events what steps say of them. */
function otherEvents(step: LinkedStep): Issue[] {
  const older = eventTypes(step.older);
  const newer = eventTypes(step.newer);
  const names = new Map(newer.map((type) => [type, olderEventOf(step, type)]));
  const emitted = new Set(names.values());
  const withdrawn = new Set((step.changes.events ?? []).flatMap((each) => each.withdrawn ?? []));
  const renamed = new Set((step.changes.events ?? []).flatMap(({ rename }) => rename?.from ?? []));
  const gone = older.filter(
    (type) => !emitted.has(type) && !withdrawn.has(type) && !renamed.has(type),
  );
  const unsaid = newer.filter((type) => {
    const name = names.get(type) ?? null;
    return name !== null && !older.includes(name);
  });
  return [
    ...wrongWithdrawals(step, older, emitted),
    ...staleRenames(step, newer),
    ...gone.map((type) =>
      issueOf(
        {
          code: 'event-removed',
          message:
            'clients of the older version receive this event, and the newer version does not emit it: say what it is called now (rename), or that clients no longer receive it (withdrawn)',
          suggestion: `- withdrawn: ${type}`,
        },
        ['events'],
        `event "${type}"`,
      ),
    ),
    ...unsaid.map((type) =>
      issueOf(
        {
          code: 'event-added',
          message: 'the older version does not tell it, and nothing says so',
          suggestion: `- absent: ${type}`,
        },
        ['events'],
        `event "${type}"`,
      ),
    ),
  ];
}

/** A name that a step gives to an event is one that the newer version emits. */
function staleRenames({ changes }: LinkedStep, newer: readonly string[]): Issue[] {
  return (changes.events ?? []).flatMap(({ rename }, index): Issue[] => {
    if (rename === undefined || newer.includes(String(rename.to))) return [];
    const [from, to] = [String(rename.from), String(rename.to)];
    return [
      atValue(['events', index, 'rename', 'to'], {
        code: notEmitted,
        message: `the newer version does not emit "${to}": emit it (events.emit), write what "${from}" is called now, or that clients no longer receive it (withdrawn: ${from})`,
        allowed: newer,
        ...defined({ suggestion: nearest(to, newer) }),
      }),
    ];
  });
}

/** A rename of an event that the newer version does not emit. It does nothing. */
export const notEmitted = 'event-not-emitted';

/** A step withdraws events that the older version has and the newer one does not. */
function wrongWithdrawals(
  { changes }: LinkedStep,
  older: readonly string[],
  emitted: ReadonlySet<string | null>,
): Issue[] {
  return (changes.events ?? []).flatMap(({ withdrawn }, index): Issue[] => {
    if (withdrawn === undefined || (older.includes(withdrawn) && !emitted.has(withdrawn)))
      return [];
    const isKnown = older.includes(withdrawn);
    return [
      atValue(['events', index, 'withdrawn'], {
        code: isKnown ? 'event-is-told' : 'unknown-event',
        message: isKnown
          ? `the newer version still emits "${withdrawn}", so it cannot be withdrawn; take this away`
          : `the older version has no event "${withdrawn}"; events are withdrawn by their names in the older version`,
        ...(isKnown ? {} : { allowed: older }),
      }),
    ];
  });
}

function otherStatuses({ older, newer, changes }: LinkedStep): Issue[] {
  return Object.entries(newer.errors.codes).flatMap(([code, { status }]) => {
    const renamed = changes.errors?.find(({ rename }) => rename?.to === code)?.rename;
    const was = own(
      older.errors.codes,
      renamed === undefined ? code : String(renamed.from),
    )?.status;
    const isSaid = changes.errors?.some(
      ({ status: said }) => said?.code === code && said.was === was,
    );
    if (was === undefined || was === status || isSaid === true) return [];
    return [
      issueOf(
        {
          code: 'status-changed',
          message: `its status is ${String(was)} in the older version and ${String(status)} in the newer one`,
          suggestion: `- status: { code: ${code}, was: ${String(was)} }`,
        },
        ['errors'],
        `problem "${code}"`,
      ),
    ];
  });
}

/** What completes a step that is open. */
export const completes = ' (resource-service version draft completes the step)';

function issueOf({ code, message, suggestion }: Unexplained, at: Path, of: string): Issue {
  const way = suggestion === undefined ? '' : completes;
  return atKey(at, { code, message: `${of}: ${message}${way}`, ...defined({ suggestion }) });
}
