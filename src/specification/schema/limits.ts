import { defaults } from './defaults.ts';
import { closed, distinct, oneOf, textOrNumber } from './building.ts';
import * as forms from './forms.ts';
import { Type } from './type.ts';

const size = (description: string, defaultValue: string) =>
  Type.Optional(textOrNumber(forms.size, 'integer', { description, default: defaultValue }));
const duration = (description: string, defaultValue: string) =>
  Type.Optional(
    Type.String({ pattern: forms.duration.pattern, description, default: defaultValue }),
  );

/** Sets of header fields that tell a client how much it may still ask for. */
const quotaFields = ['ietf', 'legacy'] as const;

/** How many requests in which time. */
export const quotaKeys = {
  requests: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    description: 'How many requests.',
  }),
  per: Type.String({
    pattern: forms.duration.pattern,
    description: 'In which time, in whole seconds from 1s to 1d.',
  }),
};

interface DefaultQuota {
  readonly requests: number;
  readonly per: string;
}

const quota = (description: string, defaultValue: DefaultQuota) =>
  Type.Optional(
    closed(
      {
        ...quotaKeys,
        burst: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: 1_000_000,
            description:
              'How many of them may come at once, at most all of them. Left out: all of them.',
          }),
        ),
      },
      { description, default: defaultValue },
    ),
  );

export const limits = closed(
  {
    default: quota(
      'How many requests a client may send; beyond it 429. The quota refills evenly. In a service without authentication, each address is a client.',
      defaults.quota,
    ),
    anonymous: quota(
      'How many requests without a credential may come from one address; beyond it 429.',
      defaults.anonymousQuota,
    ),
    failedAuthentication: quota(
      'How many credentials that are not valid may come from one address; beyond it 429. Never counted for the client that a credential names. Left out: as many as without a credential.',
      defaults.anonymousQuota,
    ),
    burst: Type.Optional(
      closed(quotaKeys, {
        description:
          'How many requests a client may send in a short time, next to `default`. As many as `default` lets come at once, or more: no such limit.',
        default: defaults.burst,
      }),
    ),
    fields: Type.Optional(
      distinct(
        oneOf(quotaFields, { description: 'One set of header fields.' }),
        { minItems: 1, maxItems: quotaFields.length },
        {
          description:
            'Header fields that tell a client how much it may still ask for: `ietf` (RateLimit and RateLimit-Policy) always; `legacy` adds X-RateLimit-Limit, -Remaining and -Reset (in seconds).',
          default: [...defaults.quotaFields],
        },
      ),
    ),
    draft: Type.Optional(
      oneOf(['current', 'next', 'both'], {
        description:
          'How RateLimit spells its parameters: as draft 11 does (`r`, `t`), as its editors intend for the next one (`a`, `w`, `c`), or both, which readers of either understand.',
        default: defaults.quotaDraft,
      }),
    ),
    concurrency: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100_000,
        default: defaults.concurrency,
        description:
          'How many requests a process works on at the same time; beyond it 503, before anything is done. A body that is still arriving is no work. The service always answers health checks.',
      }),
    ),
    clientConcurrency: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100_000,
        default: defaults.clientConcurrency(defaults.concurrency),
        description:
          'How many requests of one client a process works on at the same time, or of one address in a service without authentication; beyond it 429. A request counts when its body has arrived. Left out: half of `concurrency`, and 100 at most.',
      }),
    ),
    onStoreFailure: Type.Optional(
      oneOf(['open', 'closed'], {
        description:
          'What happens while the store in which replicas count together does not answer. open: each counts for itself; closed: 503.',
        default: defaults.onStoreFailure,
      }),
    ),
    body: size('Largest body of a request, from 1 KiB to 64 MiB; beyond it 413.', defaults.body),
    uri: size(
      'Longest path with query, from 1 KiB to 64 KiB, so that links with a cursor fit; beyond it 414.',
      defaults.uri,
    ),
    headers: size(
      'Largest headers of a request together, from 1 KiB to 256 KiB; beyond it 431.',
      defaults.headers,
    ),
    depth: Type.Optional(
      Type.Integer({
        minimum: 8,
        maximum: 256,
        default: defaults.depth,
        description:
          'Deepest nesting of objects and arrays in a body, and in what a JSON Patch makes; beyond it 400.',
      }),
    ),
    requestTimeout: duration(
      'Longest time for a request to arrive whole, from 1s to 10m; beyond it 408.',
      defaults.requestTimeout,
    ),
    headersTimeout: duration(
      'Longest time for the headers of a request to arrive, from 1s to 5m and not above requestTimeout.',
      defaults.headersTimeout,
    ),
    keepAliveTimeout: duration(
      'How long an idle connection stays open, from 1s to 10m; longer than that of the load balancer in front.',
      defaults.keepAliveTimeout,
    ),
  },
  { description: 'How much a client may ask for.' },
);
