import { defined } from '../../specification/plain.ts';
import type { Asking } from '../asking.ts';
import { composeVersion } from '../compose/chain.ts';
import type { LinkedResource, LinkedStep } from '../compose/link.ts';
import { fieldsOf } from '../compose/shape.ts';
import type { Changes, ResourceStep } from '../steps/schema.ts';
import { lostIn } from '../verify/lists.ts';
import { extended, withResource } from './changes.ts';

type Parameter = NonNullable<ResourceStep['parameters']>[number];

/** What lists can be asked for in one of the versions alone, and other sizes of their pages. */
export function draftLists(changes: Changes, step: LinkedStep, asked: Asking): Changes {
  return step.resources.reduce((drafted, link) => {
    const parameters = [
      ...sizesOf(step, link),
      ...addedOf(step, link),
      ...lostOf(step, link, asked),
    ];
    return withResource(drafted, link.newer, (written) => ({
      ...written,
      ...defined({ parameters: extended(written.parameters, parameters) }),
    }));
  }, changes);
}

const parts = ['filter', 'sort'] as const;

function listsOf({ older, newer }: LinkedStep, link: LinkedResource) {
  const [was, is] = [older.endpoints[link.older], newer.endpoints[link.newer]];
  const isThere = was?.methods.includes('list') === true && is?.methods.includes('list') === true;
  return isThere ? { was, is } : undefined;
}

function sizesOf(step: LinkedStep, link: LinkedResource): Parameter[] {
  const lists = listsOf(step, link);
  if (lists === undefined) return [];
  return (['size', 'maxSize'] as const).flatMap((parameter) => {
    const was = lists.was.pagination[parameter];
    const isSaid = (link.step.parameters ?? []).some(
      ({ default: said }) => said?.parameter === parameter && said.was === was,
    );
    if (was === lists.is.pagination[parameter] || isSaid) return [];
    return [{ default: { parameter, was } }];
  });
}

function addedOf(step: LinkedStep, link: LinkedResource): Parameter[] {
  const lists = listsOf(step, link);
  if (lists === undefined) return [];
  const fields = fieldsOf(step.older, link.older);
  const said = link.step.parameters ?? [];
  return parts.flatMap((parameter) =>
    lists.is[parameter]
      .filter((field) => Object.hasOwn(fields, field) && !lists.was[parameter].includes(field))
      .filter(
        (field) => !said.some(({ add }) => add?.parameter === parameter && add.field === field),
      )
      .map((field) => ({ add: { parameter, field } })),
  );
}

/** What what is kept now cannot be asked for: done by something else, or lost. */
function lostOf(step: LinkedStep, link: LinkedResource, asked: Asking): Parameter[] {
  const composed = composeVersion(step.name.split('-to-')[0] ?? '', [step]);
  const resource = composed.resources.find(({ newest }) => newest === link.newer);
  if (resource === undefined) return [];
  return lostIn(composed, resource).flatMap(({ parameter, name }): Parameter[] => {
    const offered = step.newer.endpoints[link.newer]?.[parameter] ?? [];
    const by = offered.length === 0 ? null : askReplacement(link, parameter, name, offered, asked);
    if (by === undefined) return [];
    return by === null
      ? [{ remove: { parameter, field: name } }]
      : [{ approximate: { parameter, field: name, by } }];
  });
}

function askReplacement(
  { newer }: LinkedResource,
  parameter: 'filter' | 'sort',
  name: string,
  offered: readonly string[],
  asked: Asking,
): string[] | null | undefined {
  const verb = parameter === 'filter' ? 'filter' : 'sort';
  return asked.ask<string[] | null>(
    {
      place: `endpoints.${newer}.${parameter}.${name}.by`,
      text: `What do clients of the older version ${verb} "${newer}" by where they ask for "${name}", which cannot be asked for any more?`,
      help: `A list of fields of the newer version that is nearly the same, of ${offered.join(', ')}; or null, and they cannot ask for it any more.`,
      choices: [
        { value: null, says: 'nothing: they cannot ask for it any more' },
        ...offered.map((field) => ({ value: [field], says: `"${field}" is nearly the same` })),
      ],
      isOpen: true,
    },
    (answer) => {
      if (answer === null) return { value: null };
      const isList =
        Array.isArray(answer) &&
        answer.length > 0 &&
        answer.length <= 5 &&
        answer.every((each) => offered.includes(String(each)));
      return isList
        ? { value: answer.map(String) }
        : {
            problem: `${JSON.stringify(answer)} is neither null nor a list of ${offered.join(', ')}`,
          };
    },
  );
}
