import type { ServiceModel } from '../../model/model.ts';
import { asksIssuers, hasCredentials, hasJwt, hasTokens } from '../features.ts';
import { oneLine } from '../escape.ts';
import { hasKafka, hasNats, hasMetrics } from '../features.ts';

export interface RuntimeChoice {
  /** The machine's Node is too old for a service: npm installs one for its scripts. */
  readonly pinNode: boolean;
}

const run = 'node --env-file-if-exists=.env';

/** `package.json` of a service. */
export function packageJson(model: ServiceModel, { pinNode }: RuntimeChoice, isLast: boolean) {
  const { service } = model.specification;
  return {
    name: service.name,
    version: '1.0.0',
    private: true,
    ...(service.purpose === '' ? {} : { description: oneLine(service.purpose) }),
    ...(service.license === undefined ? {} : { license: service.license }),
    type: 'module',
    engines: { node: '>=24.11' },
    ...(pinNode
      ? { allowScripts: { node: true } }
      : { devEngines: { runtime: { name: 'node', version: '>=24.11', onFail: 'error' } } }),
    scripts: {
      dev: `${run} --watch src/main.ts`,
      start: `${run} src/main.ts`,
      // In two processes: to load the service anew for each file takes longer than its tests.
      test: 'node --test --test-concurrency=2 "test/runtime/shards/*.ts"',
      conformance: `${run} scripts/conformance.ts`,
      check: [
        'tsc',
        'oxlint --deny-warnings',
        'prettier --check src scripts test',
        ...(isLast ? [] : ['node scripts/check-specification.ts']),
      ].join(' && '),
      build: 'tsc -p tsconfig.build.json && node scripts/build.ts',
      migrate: `${run} scripts/migrate.ts`,
      'migration:new': 'node scripts/migration.ts',
      seed: `${run} scripts/seed.ts`,
      ...(hasCredentials(model) ? { key: `${run} scripts/key.ts` } : {}),
      ...(hasJwt(model) ? { token: `${run} scripts/token.ts` } : {}),
    },
    dependencies: chosen(runtimeDependencies, model),
    devDependencies: {
      ...chosen(developmentDependencies, model),
      ...(pinNode ? { node: '^24.21.0' } : {}),
    },
  };
}

/** A package that services depend on, and which of them do; absent: all. */
interface Dependency {
  readonly name: string;
  readonly range: string;
  readonly when?: (model: ServiceModel) => boolean;
}

const speaksXml = ({ specification }: ServiceModel) =>
  specification.representations.includes('xml');

const runtimeDependencies: readonly Dependency[] = [
  { name: '@fastify/swagger-ui', range: '^6.1.3' },
  { name: '@nats-io/jetstream', range: '^3.4.0', when: hasNats },
  { name: '@nats-io/transport-node', range: '^3.4.0', when: hasNats },
  { name: '@platformatic/kafka', range: '^2.12.1', when: hasKafka },
  { name: '@redis/client', range: '^6.3.1' },
  { name: '@rgrove/parse-xml', range: '^5.0.0', when: speaksXml },
  { name: 'ajv', range: '^8.20.0' },
  { name: 'ajv-formats', range: '^3.0.1' },
  { name: 'close-with-grace', range: '^2.5.0' },
  { name: 'fastify', range: '^5.12.8' },
  { name: 'jose', range: '^6.2.17', when: hasTokens },
  { name: 'kysely', range: '^0.29.9' },
  { name: 'oauth4webapi', range: '^3.8.8', when: asksIssuers },
  { name: 'pg', range: '^8.23.1' },
  { name: 'pino', range: '^10.4.0' },
  { name: 'prom-client', range: '^15.1.3', when: hasMetrics },
  { name: 'typebox', range: '^1.4.3' },
];

const developmentDependencies: readonly Dependency[] = [
  { name: '@types/node', range: '^24.19.2' },
  { name: '@types/pg', range: '^8.23.1' },
  // For the proofs of older versions: random values of what was promised.
  { name: 'fast-check', range: '^4.10.2', when: ({ older }) => older.length > 0 },
  { name: 'oxlint', range: '~1.89.0' },
  { name: 'prettier', range: '^3.10.1' },
  { name: 'rolldown', range: '^1.3.2' },
  // For the tests: a parser other than the one that the service reads with.
  { name: 'saxes', range: '^6.0.0', when: speaksXml },
  { name: 'typescript', range: '^7.0.2' },
];

/** Packages by name with their ranges. */
type Dependencies = Readonly<Record<string, string>>;

function chosen(dependencies: readonly Dependency[], model: ServiceModel): Dependencies {
  return ranges(dependencies.filter(({ when }) => when === undefined || when(model)));
}

/** Every package that some service depends on. */
export function allDependencies(): Dependencies {
  return ranges([...runtimeDependencies, ...developmentDependencies]);
}

function ranges(dependencies: readonly Dependency[]): Dependencies {
  return Object.fromEntries(dependencies.map(({ name, range }) => [name, range]));
}
