import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { runExplain } from '../../generators/explain/run.ts';
import { asText } from '../../generators/explain/report.ts';
import { runResource } from '../../generators/resource/run.ts';
import { readResourceCommandLine } from '../../generators/resource/command-line.ts';
import type { Tools } from '../../generators/app/tools.ts';
import { parse } from 'yaml';
import { planService } from '../../src/generate.ts';
import { applyPlan, recover } from '../../src/plan/index.ts';
import { withoutModeline } from '../../src/specification/index.ts';
import { enter, type Deed } from '../questionnaire/support/scripted-ask.ts';
import { nothing, runWith, temporary } from './support/stub-tools.ts';

const core = { planService, recover, applyPlan };
const place = temporary();
const desk = join(place.path, 'desk');
after(() => place[Symbol.dispose]());

const text = `# Who owns this: the library team.
service: { name: desk }
resources:
  member: # a person with a card
    fields:
      name: { type: string, required: true }
      note: { type: text }
limits:
  depth: 20
`;

/** The service as it was generated first. */
async function fresh(): Promise<void> {
  mkdirSync(desk, { recursive: true });
  writeFileSync(join(desk, 'service.yaml'), text);
  const { outcome } = await runWith(desk, { yes: true, skipInstall: true }, { tools: { core } });
  assert.ok(['written', 'current'].includes(outcome.result), JSON.stringify(outcome));
}

const file = (path: string) => readFileSync(join(desk, path), 'utf8');
const specification = () => file('service.yaml');

type Script = readonly (readonly [string, Deed])[];

function edited(script: Script) {
  return runWith(desk, { edit: true, skipInstall: true }, { script, tools: { core } });
}

const texts: Script = [
  ['Title', enter],
  ['Vendor', enter],
  ['Purpose', 'Lends books to members.'],
  ['Domain', enter],
  ['Public address', enter],
  ['Contact: name', enter],
  ['Contact: mail', enter],
  ['Contact: web', enter],
  ['Licence', enter],
];

/** One line of `resource`, as it is typed. */
async function resource(words: readonly string[], script?: Script) {
  const reading = readResourceCommandLine([...words, '--skip-install']);
  assert.ok(reading.kind === 'read', JSON.stringify(reading));
  const { commandLine } = reading;
  const runner = (_: unknown, tools: Tools) => runResource(commandLine, tools);
  return runWith(desk, nothing, { ...(script && { script }), tools: { core }, runner });
}

describe('a service that is changed by answers', { concurrency: false }, () => {
  before(fresh);

  test('--edit opens one part: its answer is changed, and all else of the file stays, comments too', async () => {
    const { outcome } = await edited([
      ['Is all of it right', '0'],
      ['Name of the service', enter],
      ...texts,
      ['Is all of it right', 'on'],
      ['Write', 'write'],
    ]);
    assert.equal(outcome.result, 'written', JSON.stringify(outcome));
    const expected = text.replace(
      'service: { name: desk }',
      'service: { name: desk, purpose: Lends books to members. }',
    );
    assert.equal(withoutModeline(specification()), expected);
    assert.match(file('README.md'), /Lends books to members\./);
  });

  test('--edit writes nothing when the person leaves, and has nothing to open where there is no service', async () => {
    const before = specification();
    const left = await edited([['Is all of it right', 'leave']]);
    assert.equal(left.outcome.result, 'left');
    assert.equal(specification(), before);
    const elsewhere = await runWith(place.path, { edit: true }, { script: [] });
    assert.equal(elsewhere.outcome.result, 'usage');
    assert.match(elsewhere.outcome.failures?.[0]?.what ?? '', /no service\.yaml/);
    const piped = await runWith(desk, { edit: true }, { isTerminal: false });
    assert.match(piped.outcome.failures?.[0]?.what ?? '', /no terminal/);
  });

  test('a line with mistakes is refused with each of them, and nothing changes', async () => {
    const before = specification();
    const refused = async (...words: readonly string[]) => {
      const { outcome } = await resource([...words, '--yes']);
      assert.equal(outcome.result, 'usage');
      return outcome.failures?.[0]?.what ?? '';
    };
    assert.match(
      await refused('loan', 'due:dat!', 'fee:decimal(60,2)'),
      /dat"[^]*did you mean date\?[^]*fee/,
    );
    assert.match(await refused('loans', 'due:date'), /did you mean "loan"\?/);
    assert.match(await refused('loan', '--parent', 'shelf', 'due:date'), /shelf/);
    assert.match(await refused('member', '-nothing'), /nothing/);
    assert.match(await refused('loan'), /no fields were given/);
    assert.equal(specification(), before);
  });

  test('resource in one line: a parent, a reference and types; routes and a migration come of it', async () => {
    const line = [
      'loan',
      '--parent',
      'member',
      'due:date!',
      'fee:decimal(6,2)?',
      'kind:enum(short,long)=short',
    ];
    const { outcome } = await resource([...line, 'reviewer:member', '--yes']);
    assert.equal(outcome.result, 'usage');
    assert.match(
      outcome.failures?.[0]?.what ?? '',
      /a reference to a resource is reference\(member\)/,
    );
    const second = await resource([...line, 'reviewer:reference(member)', '--yes']);
    assert.equal(second.outcome.result, 'written', JSON.stringify(second.outcome));
    assert.match(specification(), /# a person with a card/);
    const { resources } = parse(specification()) as { resources: Record<string, unknown> };
    assert.deepEqual(resources['loan'], {
      parent: 'member',
      fields: {
        due: { type: 'date', required: true },
        fee: { type: 'decimal', precision: 6, scale: 2, nullable: true },
        kind: { type: 'enum', values: ['short', 'long'], default: 'short' },
        reviewer: { type: 'reference', to: 'member' },
      },
    });
    assert.match(file('INTERFACE.md'), /\/members\/\{memberId\}\/loans/);
    assert.deepEqual(
      readdirSync(join(desk, 'src/storage/migrations')).map((name) => name.slice(0, 4)),
      ['0001', '0002'],
    );
  });

  test('resource NAME opens a resource that is there: a field is changed and one goes', async () => {
    const { outcome } = await resource(
      ['loan'],
      [
        ['loan, 4 fields, /members/{memberId}/loans', 'fields'],
        ['Fields of loan', 'fee:decimal(8,2)? -reviewer'],
        ['Fields of loan', enter],
        ['loan, 3 fields', 'description'],
        ['What is one loan?', 'A book in the hands of a member.'],
        ['loan, 3 fields', enter],
        ['Write', 'leave'],
      ],
    );
    assert.equal(outcome.result, 'left', JSON.stringify(outcome));
    // A column goes: nobody but the person says so, and here they left.
    assert.match(specification(), /reviewer/);
  });

  test('explain says where a value comes from, and what is meant by a wrong key', async () => {
    const explained = async (key: string) => {
      const outcome = await runExplain({ destination: '.', key }, desk);
      return asText(outcome, 80);
    };
    assert.match(
      await explained('limits.depth'),
      /^limits\.depth: 20\n {2}written in service\.yaml, line \d+\n/,
    );
    assert.match(await explained('limits.body'), /the default of the generator/);
    assert.match(await explained('limits'), /limits\.depth: 20[^]*Keys: /);
    assert.match(await explained('versioning.stratgy'), /did you mean strategy\?/);
    assert.match(await explained('resources.loan.fields.due.type'), /: date\n {2}written in/);
    assert.match(await explained('limits.depth.more'), /no mapping/);
  });
});
