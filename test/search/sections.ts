import type { Draw } from './draw.ts';
import { lines, texts } from './names.ts';
import type { Written } from './values.ts';

/** The sections that name no resource. */
export function serviceOf(draw: Draw): Written {
  return {
    name: draw.pick(['order-desk', 'a', 'x1', 'news', 'tests', 'my-service-2', 'events-desk']),
    ...draw.maybe('title', () => draw.pick(texts)),
    ...draw.maybe('vendor', () => draw.pick(['acme', 'a', 'big-corp2', 'json', 'v1x'])),
    ...draw.maybe('purpose', () => draw.pick(texts)),
    ...draw.maybe('domain', () => draw.pick(texts)),
    ...draw.maybe('baseUrl', () =>
      draw.pick([
        'https://api.acme.example',
        'https://acme.example/desk',
        'http://api.acme.example:8080',
        'https://eu.api.acme.example/a/b',
      ]),
    ),
    ...draw.maybe('contact', () => ({
      ...draw.maybe('name', () => draw.pick(texts)),
      ...draw.maybe('email', () => 'team@acme.example'),
      ...draw.maybe('url', () => 'https://acme.example/team?a=1&b=2'),
    })),
    ...draw.maybe('license', () => draw.pick(['Apache-2.0', 'MIT', ...lines])),
  };
}

export function errorsOf(draw: Draw, languages: readonly string[]): Written {
  const words = () =>
    draw.chance(0.5)
      ? draw.pick(lines)
      : Object.fromEntries(languages.map((language) => [language, draw.pick(lines)]));
  return {
    ...draw.maybe('validationStatus', () => draw.pick([400, 422])),
    ...draw.maybe('codes', () =>
      Object.fromEntries(
        draw.some(['credit-exceeded', 'gone', 'teapot', 'out-of-stock', 'x'], 1).map((code) => [
          code,
          {
            status: draw.pick([400, 402, 409, 410, 418, 422, 451, 500, 503, 599]),
            title: words(),
            ...draw.maybe('description', words),
          },
        ]),
      ),
    ),
  };
}

export function limitsOf(draw: Draw, isAnonymous: boolean): Written {
  const quota = () => ({
    requests: draw.pick([1, 2, 7, 100, 5000]),
    per: draw.pick(['1s', '60s', '1m', '2h', '1d', '7s']),
  });
  const withBurst = () => {
    const one = quota();
    return {
      ...one,
      ...draw.maybe('burst', () => Math.max(1, Math.floor(one.requests / draw.pick([1, 2, 3])))),
    };
  };
  return {
    ...draw.maybe('default', withBurst),
    ...(isAnonymous ? {} : draw.maybe('anonymous', withBurst)),
    ...(isAnonymous ? {} : draw.maybe('failedAuthentication', withBurst)),
    ...draw.maybe('burst', quota),
    ...draw.maybe('fields', () => draw.pick([['ietf'], ['ietf', 'legacy'], ['legacy', 'ietf']])),
    ...draw.maybe('draft', () => draw.pick(['current', 'next', 'both'])),
    ...withClients(draw.maybe('concurrency', () => draw.pick([1, 2, 10, 500, 100_000]))),
    ...draw.maybe('onStoreFailure', () => draw.pick(['open', 'closed'])),
    ...draw.maybe('body', () => draw.pick(['1 KiB', '4096 B', '64 KiB', '1 MiB', '64 MiB', 8192])),
    ...draw.maybe('uri', () => draw.pick([1024, '1 KiB', '8 KiB', '64KiB'])),
    ...draw.maybe('headers', () => draw.pick(['1 KiB', '4 KiB', '32 KiB', '256 KiB'])),
    ...draw.maybe('depth', () => draw.pick([8, 9, 32, 256])),
    ...draw.maybe('requestTimeout', () => draw.pick(['1s', '30s', '10m', '1500ms'])),
    ...draw.maybe('headersTimeout', () => draw.pick(['1s', '10s', '5m'])),
    ...draw.maybe('keepAliveTimeout', () => draw.pick(['1s', '65s', '10m'])),
  };
}

export function eventsOf(draw: Draw, happenings: readonly string[]): Written {
  return {
    ...draw.maybe('emit', () => draw.some(happenings, 1)),
    ...draw.maybe('deliver', () => draw.some(['webhook', 'stream', 'nats', 'kafka'], 1)),
    ...draw.maybe('data', () => draw.pick(['full', 'thin'])),
    ...draw.maybe('keep', () => draw.pick(['P7D', 'PT12H', 'PT1M', 'P3650D', 'PT90M'])),
  };
}

/** Without a draw of its own: the seeds of before make the same of all else. */
function withClients({ concurrency }: Written): Written {
  if (concurrency === undefined) return {};
  const each = new Map<unknown, number>([
    [2, 2],
    [10, 1],
    [100_000, 1000],
  ]).get(concurrency);
  return { concurrency, ...(each === undefined ? {} : { clientConcurrency: each }) };
}
