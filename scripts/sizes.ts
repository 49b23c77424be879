// Counts the files and lines of services, those of the domain and those of the library apart: node scripts/sizes.ts
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  examples,
  exampleText,
  generate,
  temporaryDirectory,
  tree,
} from '../test/support/generated.ts';

const smallest = `service: { name: x }
resources: { thing: { fields: { name: { type: string, required: true } } } }
`;
const services = [
  ['smallest', `${smallest}authentication: { mechanisms: [none] }\n`],
  ['with API keys', smallest],
  ...examples.toReversed().map((name) => [name, exampleText(name)] as const),
] as const;
const parts = [
  ['domain', /^src\/(?!runtime\/)/],
  ['runtime', /^src\/runtime\//],
  ['tests of the domain', /^test\/(?!runtime\/)/],
  ['tests of the runtime', /^test\/runtime\//],
] as const;

const rows: Record<string, Record<string, string>> = {};
for (const [name, text] of services) {
  const directory = join(temporaryDirectory(), 'service');
  await generate(text, directory);
  const files = [...tree(directory)].filter(([path]) => path.endsWith('.ts'));
  rows[name] = Object.fromEntries(
    parts.map(([part, pattern]) => {
      const of = files.filter(([path]) => pattern.test(path));
      const lines = of.reduce((sum, [, written]) => sum + written.split('\n').length - 1, 0);
      return [part, `${String(of.length)} files, ${String(lines)} lines`];
    }),
  );
  rmSync(dirname(directory), { recursive: true });
}
console.table(rows);
