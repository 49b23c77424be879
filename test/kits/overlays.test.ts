import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { briefPlan } from '../../generators/app/brief-plan.ts';
import { formatPlan } from '../../src/plan/index.ts';
import type { CommandLine } from '../../generators/app/command-line.ts';
import { runKit } from '../../generators/kit/run.ts';
import { readUpgrade } from '../../generators/kit/upgrade.ts';
import { checkService } from '../../src/check/index.ts';
import { planService } from '../../src/generate.ts';
import { kitFromFiles, loadKit } from '../../src/kits/load.ts';
import { applyPlan, recover } from '../../src/plan/index.ts';
import { runWith, temporary } from '../generators/support/stub-tools.ts';
import { writeKit } from './support.ts';

const core = { planService, recover, applyPlan };

type Templates = Readonly<Record<string, string>>;

/** Writes a kit with templates. */
function writeOverlays(
  directory: string,
  { replace = {}, add = {} }: { readonly replace?: Templates; readonly add?: Templates },
  version = '1.0.0',
): void {
  const sections = Object.entries({ replace, add }).filter(
    ([, all]) => Object.keys(all).length > 0,
  );
  const lists = sections.map(([key, all]) => `  ${key}: ${JSON.stringify(Object.keys(all))}\n`);
  const templates = lists.length === 0 ? '' : `templates:\n${lists.join('')}`;
  writeKit(directory, `kit: acme\nversion: ${version}\n${templates}`);
  for (const [path, text] of Object.entries({ ...replace, ...add })) {
    const file = join(directory, 'templates', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

async function generated(cwd: string, commandLine: Partial<CommandLine>) {
  const run = await runWith(
    cwd,
    { skipInstall: true, yes: true, ...commandLine },
    { tools: { core } },
  );
  return run.outcome;
}

/** Where a kit with this template does not fit: line, column and what is said. */
async function misfits(path: string, text: string): Promise<string[]> {
  using place = temporary();
  writeOverlays(join(place.path, 'kit'), { replace: { [path]: text } });
  const loading = await loadKit('./kit', place.path);
  if (loading.ok) return [];
  assert.match(
    loading.problem,
    /the kit acme 1\.0\.0 has templates that do not fit this generator/,
  );
  return loading.mistakes.map(({ file, line, column, message, suggestion }) => {
    assert.equal(file, `kit/templates/${path}`);
    return `${line}:${column} ${message}${suggestion === undefined ? '' : ` (${suggestion})`}`;
  });
}

test('a name that the view does not have is refused at load, with the template, the line and the name', async () => {
  assert.deepEqual(
    await misfits('README.md.hbs', '# {{markdown service.title}}\n\n{{markdown service.titel}}\n'),
    ['3:12 the view has no name "titel" here (title)'],
  );
  const page = `{{#each quotas}}
{{markdown name}} {{markdown ../service.title}} {{markdown @root.newestLabel}}
{{#if @first}}{{plain nmae}}{{/if}}
{{else}}
{{#unless isLost}}none{{/unless}}
{{/each}}
`;
  assert.deepEqual(await misfits('README.md.hbs', page), [
    '3:23 the view has no name "nmae" here (name)',
    '5:11 the view has no name "isLost" here (isLast)',
  ]);
  assert.deepEqual(
    await misfits('src/resources/resource.rules.ts.hbs', '{{code camel}}{{literal newestLabel}}'),
    ['1:25 the view has no name "newestLabel" here'],
  );
});

test('a value that its helper cannot show is refused at load, and so is a list that is none', async () => {
  assert.match(
    (await misfits('README.md.hbs', '{{code service.title}}')).join(),
    /1:8 "service.title" is text, which {{code}} cannot show/,
  );
  assert.match(
    (await misfits('README.md.hbs', '{{markdown quotas}}')).join(),
    /"quotas" is a list, which {{markdown}}/,
  );
  assert.match(
    (await misfits('README.md.hbs', '{{#each service}}x{{/each}}')).join(),
    /a mapping and no list/,
  );
  assert.match(
    (await misfits('README.md.hbs', '{{markdown service.contact}}')).join(),
    /not in the view of every service/,
  );
});

const hostile = {
  'a value as it is': ['{{service.title}}', /without a helper/],
  'a value unescaped': ['{{{service.title}}}', /without a helper/],
  'a helper of Handlebars': ['{{lookup service "constructor"}}', /without a helper/],
  'a block of Handlebars': ['{{#with service}}x{{/with}}', /there is no {{#with}}/],
  'a log': ['{{log service}}', /without a helper/],
  'the constructor': ['{{literal constructor}}', /no name "constructor"/],
  'a prototype': ['{{literal service.__proto__}}', /no name "__proto__"/],
  'a prototype by a segment': ['{{literal service.[__proto__].x}}', /no name "__proto__"/],
  'a method of a text': ['{{literal service.title.link}}', /no name "link"/],
  'the length of a list': ['{{literal quotas.length}}', /no name "length"/],
  'the data of the renderer': ['{{literal @partial-block}}', /there is no "@partial-block"/],
  'a position outside of a list': ['{{plain @index}}', /there is no "@index"/],
  'what is above the view': ['{{literal ../service}}', /leads out of the view/],
  'a partial': ['{{> README.md}}', /no partials/],
  'a partial by a name that is made': ['{{> (lookup service "name")}}', /no partials/],
  'a block partial': ['{{#> layout}}x{{/layout}}', /no partials/],
  'an inline partial': ['{{#*inline "x"}}{{/inline}}', /no decorators/],
  'a decorator': ['{{* activate}}', /no decorators/],
  'a subexpression': ['{{literal (literal service)}}', /no text, number or other helper/],
  'a named argument': ['{{literal service x=1}}', /takes the name of one value/],
  'a block parameter': ['{{#each quotas as |quota|}}{{/each}}', /takes the name of one value/],
  'a number for a name': ['{{literal 1}}', /no text, number or other helper/],
  'a helper as a member of a value': ['{{literal.call service}}', /without a helper/],
  'a block that does not end': ['{{#if hasEvents}}', /not a template of Handlebars/],
} as const;

for (const [title, [text, expected]] of Object.entries(hostile)) {
  test(`a template of a kit has no way to ${title}`, async () => {
    const said = await misfits('README.md.hbs', `line\n${text}\n`);
    assert.match(said.join('\n'), expected);
    assert.match(said[0] ?? '', /^[23]:/);
  });
}

const paths = {
  '../README.md.hbs': /segment "\.\."/,
  '/etc/passwd': /absolute/,
  'src/runtime/service/config.ts': /no template|replaced by no kit/,
  'test/runtime/support/sample.ts': /replaced by no kit/,
  'src/storage/migrations/0001-initial.ts.hbs': /replaced by no kit/,
  'src/versioning/version/resource.adapter.ts.hbs': /replaced by no kit/,
  'scripts/freeze.ts.hbs': /replaced by no kit/,
  'READMEE.md.hbs': /did you mean README\.md\.hbs\?/,
} as const;

test('a kit replaces no template of the library, of older versions, of migrations, or outside of all', async () => {
  for (const [path, expected] of Object.entries(paths)) {
    using place = temporary();
    writeKit(
      join(place.path, 'kit'),
      `kit: acme\nversion: 1.0.0\ntemplates: { replace: [${JSON.stringify(path)}] }\n`,
    );
    const loading = await loadKit('./kit', place.path);
    assert.ok(!loading.ok, path);
    assert.match(loading.mistakes[0]?.message ?? '', expected, path);
    assert.equal(loading.mistakes[0]?.line, 3);
  }
});

test('a kit adds nothing outside, nothing hidden, and nothing that the generator makes', async () => {
  for (const path of [
    '../outside.md',
    '.npmrc',
    '_npmrc',
    '.git/hooks/pre-commit',
    '_git/config',
    '_resource-service/lock',
    'contracts/SHA256SUMS',
    'node_modules/fastify/index.js',
    'service.yaml',
    'package.json',
    'README.md.hbs',
    'src/resources/item/item.rules.ts',
    'con.md',
  ]) {
    using place = temporary();
    writeKit(
      join(place.path, 'kit'),
      `kit: acme\nversion: 1.0.0\ntemplates: { add: [${JSON.stringify(path)}] }\n`,
    );
    const loading = await loadKit('./kit', place.path);
    assert.ok(!loading.ok, `${path} is refused`);
    assert.equal(loading.mistakes[0]?.code, 'no-such-template', path);
  }
});

test('a template is read through no link, and only where the kit names it', async () => {
  using place = temporary();
  const kit = join(place.path, 'kit');
  writeOverlays(kit, { add: { 'docs/one.md': 'one\n' } });
  writeFileSync(join(place.path, 'secret'), 'hunter2\n');
  symlinkSync(join(place.path, 'secret'), join(kit, 'templates', 'docs', 'two.md'));
  symlinkSync(place.path, join(kit, 'templates', 'linked'));
  const loading = await loadKit('./kit', place.path);
  assert.ok(loading.ok);
  assert.doesNotMatch(JSON.stringify(loading), /hunter2/);
  for (const path of ['docs/two.md', 'linked/secret', 'docs/three.md']) {
    writeKit(kit, `kit: acme\nversion: 1.0.0\ntemplates: { add: [${path}] }\n`);
    const refused = await loadKit('./kit', place.path);
    assert.ok(!refused.ok, path);
    assert.match(refused.problem, /is not read: .*(symbolic link|not there)/);
    assert.doesNotMatch(JSON.stringify(refused), /hunter2/);
  }
});

const first = {
  replace: {
    'README.md.hbs':
      '# {{markdown service.title}}, a service of Acme\n\nRead the handbook.\n\nThe end.\n',
    Dockerfile: 'FROM registry.acme.example/node:24\n',
  },
  add: { 'docs/runbook.md.hbs': '# What to do when {{markdown service.title}} is down\n' },
};

test('templates need --trust once: the lock remembers them, check needs no word, and other templates need one again', async () => {
  using place = temporary();
  const kit = join(place.path, 'kit');
  writeOverlays(kit, first);
  const refused = await generated(place.path, { name: 'desk', kit: ['./kit'] });
  assert.equal(refused.result, 'refused');
  assert.match(
    refused.mistakes?.[0]?.message ?? '',
    /the kit acme 1\.0\.0 has templates \(README\.md\.hbs, Dockerfile, docs\/runbook\.md\.hbs\).*--trust/,
  );
  assert.throws(() => readFileSync(join(place.path, 'desk')), /ENOENT/);

  const made = await generated(place.path, { name: 'desk', kit: ['./kit'], trust: true });
  assert.equal(made.result, 'written');
  assert.ok(made.plan !== undefined);
  assert.match(briefPlan(made.plan), /^ {2}Dockerfile: by the kit acme$/m);
  const desk = join(place.path, 'desk');
  const read = (path: string) => readFileSync(join(desk, path), 'utf8');
  assert.match(read('README.md'), /^# Desk, a service of Acme\n/);
  assert.equal(read('Dockerfile'), 'FROM registry.acme.example/node:24\n');
  assert.equal(read('docs/runbook.md'), '# What to do when Desk is down\n');
  const lock = read('.resource-service/lock');
  assert.match(lock, /^README\.md generated [0-9a-f]{64} acme:README\.md\.hbs$/m);
  assert.match(lock, /^docs\/runbook\.md generated [0-9a-f]{64} acme:docs\/runbook\.md\.hbs$/m);

  writeFileSync(
    join(desk, 'README.md'),
    read('README.md').replace('The end.', 'The end. Call us.'),
  );
  assert.equal((await generated(desk, {})).result, 'current');
  const checked = await checkService({
    text: read('service.yaml'),
    file: 'service.yaml',
    destination: desk,
  });
  assert.equal(checked.status, 0, JSON.stringify(checked));

  // Another version with the same templates is data alone.
  writeOverlays(kit, first, '1.1.0');
  assert.equal((await upgraded(desk)).result, 'written');
  const replace = {
    ...first.replace,
    'README.md.hbs': first.replace['README.md.hbs'].replace('Read the', 'Read all of the'),
  };
  writeOverlays(kit, { replace }, '2.0.0');
  assert.match(JSON.stringify((await upgraded(desk)).mistakes), /--trust/);
  const raised = await upgraded(desk, '--trust');
  assert.equal(raised.result, 'written');
  assert.ok(raised.plan !== undefined);
  assert.match(formatPlan(raised.plan), /^ {2}README\.md: by the kit acme$/m);
  // A hand edit is merged with what the template has new, and what no template makes any more goes.
  assert.match(read('README.md'), /Read all of the handbook\.\n\nThe end\. Call us\./);
  assert.throws(() => read('docs/runbook.md'), /ENOENT/);

  writeFileSync(join(desk, 'README.md'), read('README.md').replace(' Call us.', ''));
  writeFileSync(
    join(desk, 'service.yaml'),
    read('service.yaml').replace(/ {2}kits:\n(?: {4}.*\n)+/, ''),
  );
  assert.equal((await generated(desk, {})).result, 'written');
  assert.match(read('README.md'), /npm run conformance/);
  assert.doesNotMatch(read('.resource-service/lock'), /trusted-templates|acme:/);
});

async function upgraded(service: string, ...options: readonly string[]) {
  const read = await readUpgrade(['--yes', '--skip-install', ...options], service);
  assert.ok(read.ok, JSON.stringify(read));
  return generated(service, read.commandLine);
}

test('the same version with other templates is another kit', async () => {
  using place = temporary();
  const kit = join(place.path, 'kit');
  writeOverlays(kit, { add: { 'docs/one.md': 'one\n' } });
  const made = await generated(place.path, { name: 'desk', kit: ['./kit'], trust: true });
  assert.equal(made.result, 'written');
  assert.ok(made.plan !== undefined);
  assert.match(briefPlan(made.plan), /^ {2}docs\/one\.md: by the kit acme$/m);
  writeOverlays(kit, { add: { 'docs/one.md': 'other\n' } });
  const outcome = await runKit({ command: 'outdated', destination: '.' }, join(place.path, 'desk'));
  assert.ok(outcome.kind === 'compared');
  assert.equal(outcome.states[0]?.state, 'changed');
});

test('a specification cannot trust a kit for its reader', async () => {
  using place = temporary();
  writeOverlays(join(place.path, 'kit'), { add: { 'docs/one.md': 'one\n' } });
  const loading = await loadKit('./kit', place.path);
  assert.ok(loading.ok);
  const pin = `{ kit: ./kit, version: 1.0.0, integrity: ${loading.kit.integrity} }`;
  const rest = 'resources: { item: { fields: { name: { type: string } } } }\n';
  writeFileSync(
    join(place.path, 'service.yaml'),
    `service: { name: desk, kits: [${pin}] }\n${rest}`,
  );
  const refused = await generated(place.path, { spec: 'service.yaml', destination: 'desk' });
  assert.match(JSON.stringify(refused.mistakes), /kit-not-trusted/);
});

test('a template that fits and makes no program is refused with its name, and nothing is written', async () => {
  using place = temporary();
  writeOverlays(join(place.path, 'kit'), {
    replace: { 'src/main.ts.hbs': 'const = {{literal service.name}};\n' },
  });
  const refused = await generated(place.path, { name: 'desk', kit: ['./kit'], trust: true });
  assert.equal(refused.result, 'refused');
  assert.match(
    refused.mistakes?.[0]?.message ?? '',
    /cannot be made with the templates of its kits \(src\/main\.ts: /,
  );
  assert.throws(() => readFileSync(join(place.path, 'desk')), /ENOENT/);
});

test('at a terminal a kit with templates is refused before the first question', async () => {
  using place = temporary();
  writeOverlays(join(place.path, 'kit'), { add: { 'docs/one.md': 'one\n' } });
  const { outcome } = await runWith(
    place.path,
    { kit: ['./kit'] },
    { script: [], tools: { core } },
  );
  assert.equal(outcome.result, 'refused');
  assert.match(outcome.failures?.[0]?.what ?? '', /--trust/);
});

test('what an earlier generator made is compared although its templates fit this one no more', async () => {
  const files = [
    {
      file: 'kits.json',
      text: 'kit: acme\nversion: 1.0.0\ngenerator: <0.0.1\ntemplates: { replace: [README.md.hbs] }\n',
      templates: [{ path: 'README.md.hbs', text: '{{markdown gone}}' }],
    },
  ];
  const loading = await kitFromFiles('./kit', files);
  assert.ok(!loading.ok);
  assert.ok((await kitFromFiles('./kit', files, true)).ok);
});
