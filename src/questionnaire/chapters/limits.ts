import { isDeepStrictEqual } from 'node:util';
import { defined } from '../../specification/plain.ts';
import { standards } from '../../specification/schema/standards.ts';
import { askText } from '../asking.ts';
import { takesDefaults, type Chapter } from '../chapter.ts';
import { problemOf } from '../checking.ts';
import { withSection, type Draft } from '../draft.ts';
import { printable } from '../printable.ts';

type Key =
  'body' | 'uri' | 'headers' | 'depth' | 'requestTimeout' | 'headersTimeout' | 'keepAliveTimeout';

const questions: readonly { readonly key: Key; readonly message: string }[] = [
  { key: 'body', message: 'Largest body of a request' },
  { key: 'uri', message: 'Longest path with query' },
  { key: 'headers', message: 'Largest headers together' },
  { key: 'depth', message: 'Deepest nesting in a body' },
  { key: 'requestTimeout', message: 'Longest time for a request to arrive' },
  { key: 'headersTimeout', message: 'Longest time for its headers' },
  { key: 'keepAliveTimeout', message: 'How long an idle connection stays open' },
];

type QuotaKey = 'default' | 'anonymous';

const quotas: readonly { readonly key: QuotaKey; readonly message: string }[] = [
  { key: 'default', message: 'Most requests of a client' },
  { key: 'anonymous', message: 'Most requests of an address without a credential' },
];
const standardQuotas = { default: standards.quota, anonymous: standards.anonymousQuota };

export const limits: Chapter = {
  part: 'limits',
  about: 'how much a client may ask for',
  async ask(ask, draft, _, again) {
    if (!again && (await takesDefaults(ask, understood(draft)))) return draft;
    let answered = draft;
    for (const { key, message } of quotas.filter(({ key }) => isAsked(draft, key))) {
      const present = answered;
      const typed = await askText(ask, {
        message,
        default: quotaOf(present, key),
        check: (text) => quotaProblem(present, key, text),
      });
      answered = withQuota(present, key, typed) ?? present;
    }
    for (const { key, message } of questions) {
      const present = answered;
      const typed = await askText(ask, {
        message,
        default: valueOf(present, key),
        check: (text) => problemOf(present, withLimit(present, key, text)),
      });
      answered = withLimit(present, key, typed);
    }
    return answered;
  },
  understood,
};

/** Nobody is without a credential where nobody is asked for one. */
function isAsked({ authentication }: Draft, key: QuotaKey): boolean {
  return key === 'default' || authentication?.mechanisms?.includes('none') !== true;
}

function quotaProblem(draft: Draft, key: QuotaKey, text: string): string | undefined {
  const changed = withQuota(draft, key, text);
  return changed === undefined
    ? `write it as a number and a time, such as ${quotaOf(draft, key)}`
    : problemOf(draft, changed);
}

/** Undefined for what is no quota. */
function withQuota(draft: Draft, key: QuotaKey, text: string): Draft | undefined {
  const standard = standardQuotas[key];
  const [, requests, per] =
    /^([0-9]{1,15}) ?(?:per|in|\/) ?(\S.*)$/.exec(
      text === '' ? `${standard.requests} per ${standard.per}` : text,
    ) ?? [];
  if (requests === undefined || per === undefined) return undefined;
  const quota = { ...draft.limits?.[key], requests: Number(requests), per };
  return withSection(
    draft,
    'limits',
    defined({ ...draft.limits, [key]: isDeepStrictEqual(quota, standard) ? undefined : quota }),
  );
}

function quotaOf({ limits }: Draft, key: QuotaKey): string {
  const { requests, per } = limits?.[key] ?? standardQuotas[key];
  return `${requests} per ${per}`;
}

function withLimit(draft: Draft, key: Key, text: string): Draft {
  const value = text === '' || text === String(standards[key]) ? undefined : numberIn(text);
  return withSection(draft, 'limits', defined({ ...draft.limits, [key]: value }));
}

/** A number where only digits were typed: bytes of a size, levels of a depth. */
function numberIn(text: string): string | number {
  return /^[0-9]{1,15}$/.test(text) ? Number(text) : text;
}

function valueOf({ limits }: Draft, key: Key): string {
  return String(limits?.[key] ?? standards[key]);
}

function understood(draft: Draft): string {
  const value = (key: Key): string => printable(valueOf(draft, key));
  return `${printable(quotaOf(draft, 'default'))} for a client, bodies ${value('body')}, paths ${value('uri')}, ${value('depth')} levels, ${value('requestTimeout')} a request`;
}
