import { atKey, type Fault, type Path } from '../../specification/fault.ts';
import { defined, own } from '../../specification/plain.ts';
import {
  actsOf,
  olderNamesOf,
  type LinkedOperation,
  type LinkedResource,
  type LinkedStep,
} from '../compose/link.ts';
import { newest } from '../compose/expression.ts';
import type { Member } from '../compose/members.ts';
import { undo } from '../compose/operations.ts';
import { fieldsOf, membersOf } from '../compose/shape.ts';
import { unexplainedIn, type Unexplained } from './fields.ts';
import { neutralFaults } from './neutral.ts';

/** Whatever a step does not explain: undone on the newer version, it has to give the older one as it was frozen. */
export function verifyStep(step: LinkedStep): Fault[] {
  return [
    ...step.resources.flatMap((resource) => ofResource(step, resource)),
    ...goneResources(step),
    ...goneEvents(step),
    ...otherStatuses(step),
    ...neutralFaults(step),
  ];
}

function ofResource(step: LinkedStep, link: LinkedResource): Fault[] {
  const { older, newer } = step;
  const path: Path = ['resources', link.newer];
  const name = `resource "${link.newer}"`;
  const fault = (unexplained: Unexplained, at: Path = path) => faultOf(unexplained, at, name);
  const fields = unexplainedIn(
    fieldsOf(older, link.older),
    undone(membersOf(fieldsOf(newer, link.newer), newest), link.operations, step, link),
  ).map((each) => fault(each));
  const acts = link.acts.flatMap((act) => {
    const frozen = actsOf(older, link.older)[act.older] ?? {};
    const now = actsOf(newer, link.newer)[act.newer] ?? {};
    const predicted = undone(membersOf(now, newest), act.operations, step, link);
    const about = `"${act.newer}" of the ${name}`;
    return unexplainedIn(frozen, predicted)
      .filter(
        (each) =>
          each.code !== 'field-nullable' &&
          !(each.code === 'field-added' && !needs(predicted, each)),
      )
      .map((each) => faultOf(inputOperation(each, act.newer), [...path, 'actions'], about));
  });
  return [
    ...fields,
    ...acts,
    ...goneActs(step, link).map((each) => fault(each)),
    ...goneMethods(step, link).map((each) => fault(each)),
    ...otherParent(step, link).map((each) => fault(each)),
  ];
}

function needs(fields: ReturnType<typeof undone>, { message }: Unexplained): boolean {
  const name = /"([^"]+)"/.exec(message)?.[1] ?? '';
  return fields[name.split(/[.[]/)[0] ?? '']?.required === true;
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

function undone(
  members: readonly Member[],
  operations: readonly LinkedOperation[],
  { name }: LinkedStep,
  { newer }: LinkedResource,
) {
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

function goneActs({ older, newer }: LinkedStep, link: LinkedResource): Unexplained[] {
  const known = new Set(link.acts.map((act) => act.older));
  return Object.keys(actsOf(older, link.older))
    .filter((name) => !known.has(name))
    .map((name) => {
      const to =
        Object.keys(actsOf(newer, link.newer)).find(
          (each) => !link.acts.some((act) => act.newer === each),
        ) ?? '…';
      return {
        code: 'action-removed',
        message: `clients of the older version ask for "${name}", which nothing answers now; keep it, or retire that version first, unless it is called otherwise`,
        suggestion: `actions: [{ rename: { from: ${name}, to: ${to} } }]`,
      };
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

function otherParent({ older, newer, resources }: LinkedStep, link: LinkedResource): Unexplained[] {
  const was = older.resources[link.older]?.parent;
  const is = newer.resources[link.newer]?.parent;
  const called = resources.find((each) => each.newer === is)?.older;
  if (was === called || (was === undefined && is === undefined)) return [];
  return [
    {
      code: 'not-bridgeable',
      message: `it lives in ${was === undefined ? 'nothing' : `"${was}"`} in the older version and in ${is === undefined ? 'nothing' : `"${is}"`} in the newer one; addresses cannot be made of one another: undo that, or retire the older version first`,
    },
  ];
}

function goneResources({ older, resources }: LinkedStep): Fault[] {
  const known = new Set(resources.map((each) => each.older));
  return Object.keys(older.resources)
    .filter((name) => !known.has(name))
    .map((name) =>
      faultOf(
        {
          code: 'resource-removed',
          message: `it is in the older version, and nothing says what became of it; keep it, or retire the older version first, unless it is called otherwise`,
          suggestion: 'renamedFrom: ' + name,
        },
        ['resources'],
        `resource "${name}"`,
      ),
    );
}

function goneEvents(step: LinkedStep): Fault[] {
  const names = olderNamesOf(step);
  const told = new Set(
    (step.newer.events?.emit ?? []).map(({ resource, event }) =>
      names.event(`${resource}.${event}`),
    ),
  );
  return (step.older.events?.emit ?? [])
    .map(({ resource, event }) => `${resource}.${event}`)
    .filter((type) => !told.has(type))
    .map((type) =>
      faultOf(
        {
          code: 'event-removed',
          message:
            'clients of the older version are told of it, and nothing tells it now; tell it again, unless it is called otherwise',
          suggestion: `- rename: { from: ${type}, to: … }`,
        },
        ['events'],
        `event "${type}"`,
      ),
    );
}

function otherStatuses({ older, newer, changes }: LinkedStep): Fault[] {
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
      faultOf(
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

function faultOf({ code, message, suggestion }: Unexplained, at: Path, of: string): Fault {
  return atKey(at, { code, message: `${of}: ${message}`, ...defined({ suggestion }) });
}
