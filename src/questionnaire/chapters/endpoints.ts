import type { Ask } from '../ask.ts';
import { askChoice } from '../asking.ts';
import { takesDefaults, type Chapter } from '../chapter.ts';
import type { Draft } from '../draft.ts';
import { askActions } from '../endpoints/actions.ts';
import { describeEndpoint, sameForAll } from '../endpoints/describe.ts';
import { askEndpoint } from '../endpoints/endpoint.ts';
import { askAllQueries, askQueries } from '../endpoints/queries.ts';
import { askServiceWide, describeServiceWide } from '../endpoints/service-wide.ts';
import { printable } from '../printable.ts';

export const endpoints: Chapter = {
  part: 'endpoints',
  about: 'how each resource is reached over HTTP',
  async ask(ask, draft, _, again) {
    if (!again && (await takesDefaults(ask, understood(draft)))) return draft;
    const answered = await askServiceWide(ask, draft);
    const names = Object.keys(draft.resources);
    const [only] = names;
    return names.length === 1 && only !== undefined
      ? askOne(ask, answered, only)
      : askEach(ask, answered, names);
  },
  understood,
};

async function askOne(ask: Ask, draft: Draft, name: string): Promise<Draft> {
  const reached = await askEndpoint(ask, draft, [name]);
  return askActions(ask, await askQueries(ask, reached, name), name);
}

/** Methods and pages for all at once, then for single ones that differ. */
async function askEach(ask: Ask, draft: Draft, names: readonly string[]): Promise<Draft> {
  let answered = draft;
  ask.say('  Open one resource to change it alone, or to give it actions.');
  let last = ':all';
  for (;;) {
    const chosen = await askChoice(ask, {
      message: 'Endpoints of',
      help: {
        text: 'All resources alike first, then single ones that differ. For a single one actions are asked as well.',
        example: 'all resources alike, then order, which clients cannot delete',
      },
      choices: [
        {
          value: ':all',
          name: 'all resources alike: methods, pages, filters, changes',
          short: 'all resources alike',
        },
        ...names.map((name) => ({
          value: name,
          name: `${printable(name)}: ${describeEndpoint(answered, name)}`,
          short: name,
        })),
        { value: ':done', name: 'done' },
      ],
      default: last,
    });
    if (chosen === ':done') return answered;
    answered =
      chosen === ':all'
        ? await askAlike(ask, answered, names)
        : await askOne(ask, answered, chosen);
    last = ':done';
  }
}

async function askAlike(ask: Ask, draft: Draft, names: readonly string[]): Promise<Draft> {
  return askAllQueries(ask, await askEndpoint(ask, draft, names), names);
}

function understood(draft: Draft): string {
  return `${describeServiceWide(draft)}; ${describeResources(draft)}`;
}

function describeResources(draft: Draft): string {
  const names = Object.keys(draft.resources);
  const same = sameForAll(draft);
  if (same !== undefined) return names.length === 1 ? same : `every resource: ${same}`;
  return names.map((name) => `${printable(name)}: ${describeEndpoint(draft, name)}`).join('; ');
}
