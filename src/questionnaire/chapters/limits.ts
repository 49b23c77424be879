import { isDeepStrictEqual } from 'node:util';
import { defined } from '../../specification/plain.ts';
import { defaults } from '../../specification/schema/defaults.ts';
import { askChoice, askText, askWhether, type Help } from '../asking.ts';
import type { Ask } from '../ask.ts';
import { restByDefault, takesDefaults, type Chapter } from '../chapter.ts';
import { problemOf } from '../checking.ts';
import { withSection, type Draft } from '../draft.ts';
import { printable } from '../printable.ts';

type Key =
  'body' | 'uri' | 'headers' | 'depth' | 'requestTimeout' | 'headersTimeout' | 'keepAliveTimeout';

interface Limit<K> {
  readonly key: K;
  readonly message: string;
  readonly help: Help;
}

const sizes = 'A size is a number with B, KiB or MiB; a bare number counts bytes.';
const times = 'A time is a number with ms, s or m.';

const questions: readonly Limit<Key>[] = [
  {
    key: 'body',
    message: 'Largest body of a request',
    help: { text: `A larger body is answered 413. ${sizes}`, example: '2 MiB' },
  },
  {
    key: 'uri',
    message: 'Longest path with query',
    help: { text: `A longer one is answered 414. ${sizes}`, example: '8 KiB' },
  },
  {
    key: 'headers',
    message: 'Largest headers together',
    help: { text: `Larger ones are answered 431. ${sizes}`, example: '32 KiB' },
  },
  {
    key: 'depth',
    message: 'Deepest nesting in a body',
    help: {
      text: 'How many objects and lists may stand inside each other. A deeper body is answered 400.',
      example: '32',
    },
  },
  {
    key: 'requestTimeout',
    message: 'Longest time for a request to arrive',
    help: { text: `A slower request is answered 408. ${times}`, example: '30s' },
  },
  {
    key: 'headersTimeout',
    message: 'Longest time for its headers',
    help: { text: `Part of the time for the whole request. ${times}`, example: '10s' },
  },
  {
    key: 'keepAliveTimeout',
    message: 'How long an idle connection stays open',
    help: {
      text: `Longer than that of a proxy in front of the service, so that the proxy closes first. ${times}`,
      example: '65s',
    },
  },
];

const names: Readonly<Record<Key, string>> = {
  body: 'body',
  uri: 'path',
  headers: 'headers',
  depth: 'nesting',
  requestTimeout: 'request',
  headersTimeout: 'its headers',
  keepAliveTimeout: 'idle connection',
};

type QuotaKey = 'default' | 'anonymous' | 'burst';

const quotas: readonly Limit<QuotaKey>[] = [
  {
    key: 'default',
    message: 'Most requests of a client, as number per time',
    help: {
      text: 'Counted for each client by its credential. More requests in that time are answered 429 with Retry-After.',
      example: ['100 per 60s', '5000 per 60m'],
    },
  },
  {
    key: 'anonymous',
    message: 'Most requests of an address without a credential',
    help: {
      text: 'Counted for each network address that sends no valid credential. It slows down guessing.',
      example: '20 per 60s',
    },
  },
  {
    key: 'burst',
    message: 'Most requests of a client in a short time (burst)',
    help: {
      text: 'Counted next to the quota, over a short time, so that a client spreads its requests. As many as the quota, or more: no such limit.',
      example: ['20 per 1s', '50 per 10s'],
    },
  },
];
const defaultQuotas = {
  default: defaults.quota,
  anonymous: defaults.anonymousQuota,
  burst: defaults.burst,
};

export const limits: Chapter = {
  part: 'limits',
  about: 'how much a client may ask for',
  offersRest: true,
  async ask(ask, draft, _, again) {
    if (!again && (await takesDefaults(ask, understood(draft)))) return draft;
    ask.say(restByDefault);
    let answered = draft;
    for (const { key, message, help } of quotas.filter(({ key }) => isAsked(draft, key))) {
      const present = answered;
      const typed = await askText(ask, {
        key: `limits.${key}`,
        message,
        help,
        default: quotaOf(present, key),
        check: (text) => quotaProblem(present, key, text),
      });
      answered = withQuota(present, key, typed) ?? present;
    }
    answered = await askFields(ask, answered);
    const [body, ...others] = questions;
    if (body !== undefined) answered = await askLimit(ask, answered, body);
    ask.say(printable(`  Others: ${others.map(({ key }) => shown(answered, key)).join(', ')}`));
    const changes = await askWhether(ask, {
      message: 'Change other sizes and times?',
      help: {
        text: 'Paths, headers and nesting of a request, and how long it and its connection may take. The values above suit most services.',
        example: 'n',
      },
      default: false,
    });
    if (!changes) return answered;
    for (const each of others) answered = await askLimit(ask, answered, each);
    return answered;
  },
  understood,
};

/** How answers tell a client what it may still ask for. */
async function askFields(ask: Ask, draft: Draft): Promise<Draft> {
  const chosen = await askChoice(ask, {
    key: 'limits.fields',
    message: 'Header fields that report the quota',
    help: {
      text: 'Every answer says how much a client may still ask for. The standard fields are always there; older clients may know those with X- alone.',
      example: 'the standard ones',
    },
    choices: [
      { value: 'ietf', name: 'RateLimit and RateLimit-Policy', short: 'RateLimit' },
      {
        value: 'legacy',
        name: 'these, and X-RateLimit-Limit, -Remaining, -Reset',
        short: 'RateLimit, X-RateLimit',
      },
    ],
    default: draft.limits?.fields?.includes('legacy') === true ? 'legacy' : 'ietf',
  });
  const { fields: _, ...others } = draft.limits ?? {};
  return withSection(
    draft,
    'limits',
    chosen === 'legacy' ? { ...others, fields: ['ietf', 'legacy'] } : others,
  );
}

async function askLimit(
  ask: Ask,
  draft: Draft,
  { key, message, help }: Limit<Key>,
): Promise<Draft> {
  const typed = await askText(ask, {
    key: `limits.${key}`,
    message,
    help,
    default: valueOf(draft, key),
    check: (text) => problemOf(draft, withLimit(draft, key, text)),
  });
  return withLimit(draft, key, typed);
}

/** Anonymous callers have limits of their own only if the service has authentication. */
function isAsked({ authentication }: Draft, key: QuotaKey): boolean {
  return key !== 'anonymous' || authentication?.mechanisms?.includes('none') !== true;
}

function quotaProblem(draft: Draft, key: QuotaKey, text: string): string | undefined {
  const changed = withQuota(draft, key, text);
  return changed === undefined
    ? `write it as a number and a time, such as ${quotaOf(draft, key)}`
    : problemOf(draft, changed);
}

/** Undefined for what is no quota. */
function withQuota(draft: Draft, key: QuotaKey, text: string): Draft | undefined {
  const defaultValue = defaultQuotas[key];
  const [, requests, per] =
    /^([0-9]{1,15}) ?(?:per|in|\/) ?(\S.*)$/.exec(
      text === '' ? `${defaultValue.requests} per ${defaultValue.per}` : text,
    ) ?? [];
  if (requests === undefined || per === undefined) return undefined;
  const quota = { ...draft.limits?.[key], requests: Number(requests), per };
  return withSection(
    draft,
    'limits',
    defined({ ...draft.limits, [key]: isDeepStrictEqual(quota, defaultValue) ? undefined : quota }),
  );
}

function quotaOf({ limits }: Draft, key: QuotaKey): string {
  const { requests, per } = limits?.[key] ?? defaultQuotas[key];
  return `${requests} per ${per}`;
}

function withLimit(draft: Draft, key: Key, text: string): Draft {
  const value = text === '' || text === String(defaults[key]) ? undefined : numberIn(text);
  return withSection(draft, 'limits', defined({ ...draft.limits, [key]: value }));
}

/** A number where only digits were typed: bytes of a size, levels of a depth. */
function numberIn(text: string): string | number {
  return /^[0-9]{1,15}$/.test(text) ? Number(text) : text;
}

/** A value with what it is about, for a list of them. */
function shown(draft: Draft, key: Key): string {
  return `${names[key]} ${valueOf(draft, key)}`;
}

function valueOf({ limits }: Draft, key: Key): string {
  return String(limits?.[key] ?? defaults[key]);
}

function understood(draft: Draft): string {
  const value = (key: Key): string => printable(valueOf(draft, key));
  return `${printable(quotaOf(draft, 'default'))} for each client; bodies up to ${value('body')}, paths ${value('uri')}, ${value('depth')} levels; ${value('requestTimeout')} for a request`;
}
