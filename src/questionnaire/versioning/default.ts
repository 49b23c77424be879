import { oldestFirst, type Strategy } from '../../specification/index.ts';
import { defaults } from '../../specification/schema/defaults.ts';
import type { Ask } from '../ask.ts';
import { askChoice } from '../asking.ts';
import { problemOf } from '../checking.ts';
import type { Draft } from '../draft.ts';
import { printable } from '../printable.ts';
import { withVersioning } from './change.ts';
import { strategyOf } from './strategy.ts';

/** What clients get that name no version, where the strategy leaves a choice. */
const refusals: Partial<Record<Strategy, string>> = {
  query: '400',
  header: '400',
  'media-type': '406',
  'accept-parameter': '406',
  hostname: '404',
};

export async function askDefault(ask: Ask, draft: Draft): Promise<Draft> {
  const refusal = refusalOf(draft);
  const pinned = (label: string | undefined): Draft =>
    withVersioning(draft, { default: label === undefined ? undefined : labelValue(label) });
  const free = pinned(undefined);
  if (refusal === undefined) return free;
  const labels = oldestFirst(Object.keys(draft.versioning?.versions ?? { 1: {} }));
  const possible = labels.filter((label) => problemOf(free, pinned(label)) === undefined);
  if (possible.length === 0) return free;
  const present = String(draft.versioning?.default ?? '');
  const chosen = await askChoice(ask, {
    message: 'Clients that name no version get',
    help: {
      text: 'A refusal makes every client say what it was written for. A pinned version keeps clients working that came before versions did.',
      example: 'a refusal',
    },
    choices: [
      { value: '', name: `a refusal, ${refusal}`, short: 'a refusal' },
      ...possible.map((label) => ({ value: label, name: `version ${printable(label)}` })),
    ],
    default: possible.includes(present) ? present : '',
  });
  return chosen === '' ? free : pinned(chosen);
}

function refusalOf(draft: Draft): string | undefined {
  const strategy = strategyOf(draft);
  if (strategy !== 'date') return refusals[strategy];
  const place = draft.versioning?.date?.in ?? defaults.datedIn;
  return place === 'header' ? refusals.header : undefined;
}

/** Majors are numbers in the file. */
function labelValue(label: string): string | number {
  return /^[0-9]+$/.test(label) ? Number(label) : label;
}
