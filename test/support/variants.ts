import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { acmeNamed } from './acme-named.ts';
import { examples, exampleText, repository } from './generated.ts';

const versions = 'versions: { 1: { released: 2026-02-01 } }';
const days = "versions: { '2026-02-01': { released: 2026-02-01 } }";

/** Every strategy, with all that the service of the fixture has besides. */
const strategies = {
  query: `strategy: query, default: 1, ${versions}`,
  header: `strategy: header, default: 1, ${versions}`,
  'media-type': `strategy: media-type, default: 1, ${versions}`,
  'accept-parameter': `strategy: accept-parameter, default: 1, ${versions}`,
  hostname: `strategy: hostname, default: 1, ${versions}`,
  'date-path': `strategy: date, ${days}`,
  'date-header': `strategy: date, date: { in: header }, ${days}`,
  'feature-flags': `strategy: feature-flags, ${versions}, flags: { gift-wrap: {}, split-total: { requires: [gift-wrap] } }`,
  partial: `strategy: partial, resources: [item], ${versions}`,
};

/** Specifications that have every strategy and every feature between them, by name. */
export const variants = new Map<string, string>([
  ...examples.map((name) => [`example-${name}`, exampleText(name)] as const),
  ...['acme', 'flags', 'versions'].map(
    (name) =>
      [
        `fixture-${name}`,
        readFileSync(join(repository, 'test', 'fixtures', name, 'service.yaml'), 'utf8'),
      ] as const,
  ),
  ...Object.entries(strategies).map(
    ([name, versioning]) =>
      [
        `strategy-${name}`,
        acmeNamed({
          versioning,
          ...(['query', 'accept-parameter', 'feature-flags'].includes(name)
            ? { isWithoutJsonApi: true }
            : {}),
          ...(name === 'hostname' ? { baseUrl: 'https://orders.acme.example' } : {}),
        }),
      ] as const,
  ),
]);
