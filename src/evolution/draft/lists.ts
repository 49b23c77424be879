import type { ListParameter } from '../../specification/index.ts';
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
  return lostIn(composed, resource).flatMap(({ parameter, name, canUseHook }): Parameter[] => {
    const offered = step.newer.endpoints[link.newer]?.[parameter] ?? [];
    const by =
      offered.length === 0 && !canUseHook
        ? null
        : askReplacement(link, parameter, name, { offered, canUseHook }, asked);
    if (by === undefined) return [];
    if (by === 'hook') return [{ hook: { field: name } }];
    return by === null
      ? [{ remove: { parameter, field: name } }]
      : [{ approximate: { parameter, field: name, by } }];
  });
}

function askReplacement(
  { newer }: LinkedResource,
  parameter: ListParameter,
  name: string,
  { offered, canUseHook }: { readonly offered: readonly string[]; readonly canUseHook: boolean },
  asked: Asking,
): string[] | 'hook' | null | undefined {
  const verb = parameter === 'filter' ? 'filter' : 'sort';
  return asked.ask<string[] | 'hook' | null>(
    {
      place: `endpoints.${newer}.${parameter}.${name}.by`,
      text: `What do clients of the older version ${verb} "${newer}" by where they ask for "${name}", which cannot be asked for any more?`,
      help: helpOf(offered, canUseHook),
      choices: [
        ...(canUseHook
          ? [{ value: 'hook' as const, says: 'by what the hook of the step makes of the value' }]
          : []),
        { value: null, says: 'nothing: they cannot ask for it any more' },
        ...offered.map((field) => ({ value: [field], says: `"${field}" is nearly the same` })),
      ],
      isOpen: true,
    },
    (answer) => {
      if (answer === null) return { value: null };
      if (answer === 'hook' && canUseHook) return { value: answer };
      const isList =
        Array.isArray(answer) &&
        answer.length > 0 &&
        answer.length <= 5 &&
        answer.every((each) => offered.includes(String(each)));
      return isList
        ? { value: answer.map(String) }
        : {
            problem: `${JSON.stringify(answer)} is none of these. ${helpOf(offered, canUseHook)}`,
          };
    },
  );
}

function helpOf(offered: readonly string[], canUseHook: boolean): string {
  return [
    ...(canUseHook
      ? [
          '"hook": the filter finds the rows that the hook of the step makes of the value, and no others that are shown with it.',
        ]
      : []),
    ...(offered.length > 0
      ? [`A list of fields of the newer version that is nearly the same, of ${offered.join(', ')}.`]
      : []),
    'null: they cannot ask for it any more.',
  ].join(' ');
}
