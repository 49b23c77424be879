import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';
import type { Contracts } from '../../src/evolution/index.ts';
import { planService } from '../../src/generate.ts';
import { contractsOf, evolve, labels, specificationOf, stepTo } from '../support/evolving.ts';
import { run, temporaryDirectory } from '../support/generated.ts';

const reporter = fileURLToPath(new URL('../support/first-failure.ts', import.meta.url));

type Path = readonly (string | number)[];

/** One operation of a step, where it is in its file. */
interface Operation {
  /** Label of the version that the step leads to. */
  readonly to: string;
  readonly at: Path;
  readonly title: string;
}

/** Everything in the steps that is one operation. */
const operations = labels.slice(1).flatMap((to): Operation[] => {
  const step = parse(stepTo(to).text) as object;
  return found(step, []).map(({ at, value }) => ({
    to,
    at,
    title: `${step_(to)} without ${at.filter((each) => typeof each === 'string').join('.')} ${JSON.stringify(value)}`,
  }));
});

function step_(to: string): string {
  return `${String(Number(to) - 1)}-to-${to}`;
}

/** Items of lists, as deep as steps have them; and where a resource had another name. */
function found(value: object, at: Path): { at: Path; value: unknown }[] {
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    const path = [...at, name];
    if (Array.isArray(member)) {
      return member.map((item: unknown, index) => ({ at: [...path, index], value: item }));
    }
    if (name === 'renamedFrom') return [{ at: path, value: member }];
    return typeof member === 'object' && member !== null ? found(member, path) : [];
  });
}

/** Text of a step without an operation. */
function without(text: string, at: Path): string {
  const step = parse(text) as object;
  const [last = ''] = at.slice(-1);
  const holder = at.slice(0, -1).reduce<unknown>((value, name) => (value as never)[name], step);
  if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else delete (holder as Record<string, unknown>)[last];
  return stringify(step);
}

/**
 * Nothing in a step is there for nothing: the proofs and the recordings of the versions behind it notice when it is gone.
 * The proofs are those of the whole steps; only what adapts is made anew.
 */
describe('a step without one of its operations', () => {
  const directory = join(temporaryDirectory(), 'parcel-desk');
  let contracts: Contracts;

  before(async () => {
    contracts = await evolve(directory);
  });
  after(() => rmSync(dirname(directory), { recursive: true }));

  /** @returns why the generator refuses to adapt anything so; undefined where it does not */
  async function adapt(frozen: Contracts, isLenient = true): Promise<string | undefined> {
    const planned = await planService({
      text: specificationOf('4'),
      file: 'service.yaml',
      destination: join(dirname(directory), 'elsewhere'),
      pinNode: false,
      contracts: frozen,
      isLenient,
    }).catch((error: unknown) => ({ ok: false as const, mistakes: [{ message: String(error) }] }));
    if (!planned.ok) return planned.mistakes.map(({ message }) => message).join('; ');
    rmSync(join(directory, 'src', 'versioning'), { recursive: true });
    for (const { path, after: made } of planned.plan.changes) {
      if (made === undefined || !path.startsWith('src/versioning/')) continue;
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), made.text);
    }
    return undefined;
  }

  /** @returns the title of the first proof or recording of a version that fails; empty where none does */
  function firstRed(label: string): string {
    const { stdout, stderr, status } = run(
      directory,
      'node',
      [
        '--test',
        '--test-isolation=none',
        `--test-reporter=${reporter}`,
        join('test', 'versioning', `v${label}.test.ts`),
        join('test', 'versioning', 'recordings.test.ts'),
      ],
      { TEST_DATABASE_URL: 'none', PROOF_RUNS: '8' },
    );
    assert.ok(status === 0 || stdout !== '', stderr);
    return stdout.trim();
  }

  test('with all of them nothing fails', async () => {
    assert.equal(await adapt(contracts), undefined);
    for (const label of labels.slice(0, -1)) assert.equal(firstRed(label), '');
  });

  for (const { to, at, title } of operations) {
    test(title, async (context) => {
      const path = stepTo(to).path;
      const files = contracts.files.map((file) =>
        file.path === path ? { path, text: without(file.text, at) } : file,
      );
      const frozen = contractsOf(files);
      const impossible = await adapt(frozen);
      const red = impossible ?? firstRed(String(Number(to) - 1));
      if (red !== '') {
        context.diagnostic(red);
        return;
      }
      // What the two frozen specifications tell by themselves is adapted without being said: then the generator insists on it.
      const refused = await adapt(frozen, false);
      assert.ok(refused !== undefined, 'nothing notices');
      context.diagnostic(`refused: ${refused}`);
    });
  }
});
