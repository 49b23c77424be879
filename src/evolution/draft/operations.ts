import { defined } from '../../specification/plain.ts';
import type { Asking } from '../asking.ts';
import { customOperationInputs } from '../compose/custom-operations.ts';
import type { LinkedResource, LinkedStep } from '../compose/link.ts';
import type { Changes } from '../steps/schema.ts';
import { oneOf } from '../asking.ts';
import { extended, withResource } from './changes.ts';

/** Former names of transitions and actions, as far as answers tell them. */
export function draftCustomOperations(changes: Changes, step: LinkedStep, asked: Asking): Changes {
  return step.resources.reduce((drafted, link) => {
    const { older, newer } = customOperationsBeside(step, link);
    const free = new Set(newer);
    const renames = older.flatMap((from) => {
      if (free.size === 0) return [];
      const to = askName(step, link, from, [...free], asked);
      if (typeof to !== 'string') return [];
      free.delete(to);
      return [{ rename: { from, to } }];
    });
    return withResource(drafted, link.newer, (written) => ({
      ...written,
      ...defined({ actions: extended(written.actions, renames) }),
    }));
  }, changes);
}

/** Segments that only one of the versions has. */
function customOperationsBeside({ older, newer }: LinkedStep, link: LinkedResource) {
  const linked = { older: new Set(), newer: new Set() };
  for (const customOperation of link.customOperations) {
    linked.older.add(customOperation.older);
    linked.newer.add(customOperation.newer);
  }
  return {
    older: Object.keys(customOperationInputs(older, link.older)).filter(
      (name) => !linked.older.has(name),
    ),
    newer: Object.keys(customOperationInputs(newer, link.newer)).filter(
      (name) => !linked.newer.has(name),
    ),
  };
}

function askName(
  { older }: LinkedStep,
  link: LinkedResource,
  from: string,
  names: readonly string[],
  asked: Asking,
): string | null | undefined {
  const isTransition = Object.hasOwn(older.states[link.older]?.transitions ?? {}, from);
  const place = isTransition
    ? `states.${link.newer}.transitions`
    : `endpoints.${link.newer}.actions`;
  return asked.ask<string | null>(
    {
      place: `${place}.${from}.became`,
      text: `What is "${from}" of "${link.newer}" called now, which the newer version has not?`,
      help: 'The name that it has now; or null where clients of the older version alone ask for it from now on.',
      choices: [
        ...names.map((name) => ({ value: name, says: `it is called "${name}" now` })),
        { value: null, says: 'only clients of the older version ask for it' },
      ],
      isOpen: false,
    },
    (answer) => (answer === null ? { value: null } : oneOf(names)(answer)),
  );
}

/** Methods, transitions and actions that only one of the versions offers. */
export function draftOffers(changes: Changes, step: LinkedStep): Changes {
  return step.resources.reduce((drafted, link) => {
    const had: readonly string[] = step.older.endpoints[link.older]?.methods ?? [];
    const has: readonly string[] = step.newer.endpoints[link.newer]?.methods ?? [];
    const customOperations = customOperationsBeside(step, link);
    const gone = [...had.filter((each) => !has.includes(each)), ...customOperations.older];
    const fresh = [...has.filter((each) => !had.includes(each)), ...customOperations.newer];
    return withResource(drafted, link.newer, (written) => ({
      ...written,
      ...defined({
        existed: united(written.existed, gone),
        absent: united(written.absent, fresh),
      }),
    }));
  }, changes);
}

function united(list: readonly string[] = [], more: readonly string[]): string[] | undefined {
  return extended(
    list,
    more.filter((each) => !list.includes(each)),
  );
}
