import type { ServiceModel } from '../../model/model.ts';
import { asksIssuers, hasAdapters, hasCredentials, hasJwt, hasTokens } from '../features.ts';
import { oneLine } from '../escape.ts';
import { hasKafka, hasNats, tellsLifecycle } from '../features.ts';

export interface RuntimeChoice {
  /** The machine's Node is too old for a service: npm installs one for its scripts. */
  readonly pinNode: boolean;
}

const run = 'node --env-file-if-exists=.env';

/** `package.json` of a service. */
export function packageJson(model: ServiceModel, { pinNode }: RuntimeChoice) {
  const { service, representations } = model.specification;
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
      // In one process: to load the service anew for each file takes longer than its tests.
      test: 'node --test --test-isolation=none "test/**/*.test.ts"',
      conformance: `${run} scripts/conformance.ts`,
      check:
        'tsc && oxlint --deny-warnings && prettier --check src scripts test && node scripts/check-specification.ts',
      build: 'tsc -p tsconfig.build.json',
      migrate: `${run} scripts/migrate.ts`,
      seed: `${run} scripts/seed.ts`,
      ...(hasCredentials(model) ? { key: `${run} scripts/key.ts` } : {}),
      ...(hasJwt(model) ? { token: `${run} scripts/token.ts` } : {}),
    },
    dependencies: {
      '@fastify/swagger-ui': '^6.1.3',
      ...(hasNats(model)
        ? { '@nats-io/jetstream': '^3.4.0', '@nats-io/transport-node': '^3.4.0' }
        : {}),
      ...(hasKafka(model) ? { '@platformatic/kafka': '^2.12.1' } : {}),
      '@redis/client': '^6.3.1',
      ...(representations.includes('xml') ? { '@rgrove/parse-xml': '^5.0.0' } : {}),
      ajv: '^8.20.0',
      'ajv-formats': '^3.0.1',
      'close-with-grace': '^2.5.0',
      'env-schema': '^8.0.0',
      fastify: '^5.12.8',
      ...(hasTokens(model) ? { jose: '^6.2.17' } : {}),
      kysely: '^0.29.9',
      ...(asksIssuers(model) ? { oauth4webapi: '^3.8.8' } : {}),
      pg: '^8.23.1',
      pino: '^10.4.0',
      ...(tellsLifecycle(model) ? { 'prom-client': '^15.1.3' } : {}),
      typebox: '^1.4.3',
    },
    devDependencies: {
      '@types/node': '^24.19.2',
      '@types/pg': '^8.23.1',
      // For the proofs of older versions: random values of what was promised.
      ...(hasAdapters(model) ? { 'fast-check': '^4.10.2' } : {}),
      ...(pinNode ? { node: '^24.21.0' } : {}),
      oxlint: '~1.89.0',
      prettier: '^3.10.1',
      // For the tests: a parser other than the one that the service reads with.
      ...(representations.includes('xml') ? { saxes: '^6.0.0' } : {}),
      typescript: '^7.0.2',
    },
  };
}
