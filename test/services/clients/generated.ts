import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Acme } from '../../support/acme.ts';
import {
  compiler,
  expectSuccess,
  install,
  repository,
  run,
  temporaryDirectory,
} from '../../support/generated.ts';

/** A project of somebody who has the OpenAPI document, and no more. Its generators need a TypeScript of their own. */
const project = {
  type: 'module',
  dependencies: { 'openapi-fetch': '0.17.0' },
  devDependencies: {
    '@hey-api/openapi-ts': '0.99.0',
    '@types/node': '^24.0.0',
    'openapi-typescript': '7.13.0',
    typescript: '5.9.3',
  },
};

const strictest = {
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable'],
  module: 'nodenext',
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noPropertyAccessFromIndexSignature: true,
  noFallthroughCasesInSwitch: true,
  verbatimModuleSyntax: true,
  rewriteRelativeImportExtensions: true,
  // What is generated is not a library: it is checked.
  skipLibCheck: true,
  rootDir: '.',
  outDir: 'dist',
};

/** Clients that two generators make of the OpenAPI document. */
export function generatedClients(started: () => Acme): void {
  describe('clients generated from the OpenAPI document', () => {
    const directory = join(temporaryDirectory(), 'project');

    before(async () => {
      cpSync(join(repository, 'test', 'fixtures', 'clients'), directory, { recursive: true });
      writeFileSync(join(directory, 'package.json'), JSON.stringify(project));
      install(directory);
      const document = await fetch(`${started().address}/openapi/v1.json`);
      writeFileSync(join(directory, 'document.json'), await document.text());
    });
    after(() => {
      rmSync(join(directory, '..'), { recursive: true, force: true });
    });

    function compileAndUse(program: string): void {
      const { address, key } = started();
      const config = { compilerOptions: strictest, files: [`${program}.ts`] };
      writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(config));
      expectSuccess(run(directory, process.execPath, [join(repository, compiler[0]), compiler[1]]));
      const environment = { ADDRESS: address, API_KEY: key };
      const compiled = join('dist', `${program}.js`);
      expectSuccess(run(directory, process.execPath, [compiled], environment));
    }

    test('by openapi-typescript', () => {
      const command = join('node_modules', '.bin', 'openapi-typescript');
      // A member with a default need not be sent.
      const options = ['document.json', '-o', 'schema.ts', '--default-non-nullable=false'];
      expectSuccess(run(directory, command, options));
      compileAndUse('openapi-fetch');
    });

    test('by @hey-api/openapi-ts', () => {
      const command = join('node_modules', '.bin', 'openapi-ts');
      const output = { path: 'hey-api', module: { extension: '.js' } };
      const config = `export default ${JSON.stringify({ input: 'document.json', output })};`;
      writeFileSync(join(directory, 'openapi-ts.config.mjs'), config);
      expectSuccess(run(directory, command, ['--no-log-file']));
      // They are the same for every document, copied from the generator's library, and are not that strict.
      for (const folder of ['client', 'core']) {
        const path = join(directory, 'hey-api', folder);
        for (const name of readdirSync(path)) {
          const text = readFileSync(join(path, name), 'utf8');
          writeFileSync(join(path, name), `// @ts-nocheck\n${text}`);
        }
      }
      compileAndUse('hey-api');
    });
  });
}
