import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';
import { composeService, type ContractFile, type Contracts } from '../../src/evolution/index.ts';
import { buildModel } from '../../src/model/build.ts';
import { render } from '../../src/rendering/render.ts';
import { readSpecification } from '../../src/specification/index.ts';
import { contractsOf } from './evolving.ts';

const reporter = fileURLToPath(new URL('./first-failure.ts', import.meta.url));

/** What adapts older versions, in a service. */
const folder = 'src/versioning/';

/** How many services are proved beside each other. */
export const benches = Math.min(availableParallelism(), 4);

/**
 * What frozen contracts tell by themselves is adapted also where no step says it. Then the generator insists that the step
 * does, for migration guides are made of steps.
 */
const toldByContracts = new Set([
  'operations.default',
  'absent',
  'existed',
  'parameters.add',
  'parameters.default',
  'events.absent',
]);

type Path = readonly (string | number)[];

/** One operation of a step, where it is in its file. */
export interface Operation {
  /** `contracts/1-to-2.yaml` */
  readonly file: string;
  readonly at: Path;
  /** `operations.rename` */
  readonly kind: string;
  /** Label of the version that the step leads from. */
  readonly version: string;
  /** Titles of the proofs that are about it. */
  readonly proofs: string;
  readonly title: string;
}

/** Everything in a step that is one operation. */
export function operationsOf({ path: file, text }: ContractFile): Operation[] {
  const step = parse(text) as { readonly from: string; readonly resources?: Resources };
  return found(step, []).map(({ at, value }): Operation => {
    const names = at.filter((each) => typeof each === 'string');
    const [key = ''] = names.slice(-1);
    const kind = typeof value === 'object' && value !== null ? Object.keys(value)[0] : undefined;
    return {
      file,
      at,
      kind: kind === undefined ? key : `${key}.${kind}`,
      version: step.from,
      proofs: proofsOf(names, step.resources ?? {}),
      title: `${basename(file)} without ${names.join('.')} ${JSON.stringify(value)}`,
    };
  });
}

type Resources = Readonly<Record<string, { readonly renamedFrom?: string }>>;

function proofsOf([about = '', name = '']: readonly string[], resources: Resources): string {
  if (about === 'resources') return `${resources[name]?.renamedFrom ?? name}: `;
  return { events: 'events: ', errors: 'has the code', behaviours: 'the behaviour' }[about] ?? '';
}

/** Items of lists, as deep as steps have them; and where a resource had another name. */
function found(value: object, at: Path): { readonly at: Path; readonly value: unknown }[] {
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    const path = [...at, name];
    if (Array.isArray(member)) {
      return member.map((item: unknown, index) => ({ at: [...path, index], value: item }));
    }
    if (name === 'renamedFrom') return [{ at: path, value: member }];
    return typeof member === 'object' && member !== null ? found(member, path) : [];
  });
}

/** The text of a step without one operation; a list of which nothing is left goes with it. */
export function without(text: string, { at }: Pick<Operation, 'at'>): string {
  const step = parse(text) as object;
  const [last = ''] = at.slice(-1);
  const holder = at.slice(0, -1).reduce<unknown>((value, name) => (value as never)[name], step);
  if (!Array.isArray(holder)) delete (holder as Record<string, unknown>)[last];
  else if (holder.length > 1) holder.splice(Number(last), 1);
  else return without(text, { at: at.slice(0, -1) });
  return stringify(step);
}

/** What adapts older versions, by the paths of its files. */
type Adapters = ReadonlyMap<string, string>;

/** An evolved service that is adapted anew for each step that has one operation less. */
export class Dropping {
  readonly #text: string;
  readonly #contracts: Contracts;
  readonly #whole: Adapters;
  readonly #benches: Bench[] = [];
  readonly #waiting: ((bench: Bench) => void)[] = [];

  private constructor(text: string, contracts: Contracts, whole: Adapters) {
    this.#text = text;
    this.#contracts = contracts;
    this.#whole = whole;
  }

  /**
   * @param directory of the service; copies of it are made beside it
   * @param text of its newest specification
   */
  static async of(directory: string, text: string, contracts: Contracts): Promise<Dropping> {
    const whole = await adaptersOf(text, contracts, false);
    assert.ok(typeof whole !== 'string', String(whole));
    const dropping = new Dropping(text, contracts, whole);
    for (let index = 0; index < benches; index += 1) {
      dropping.#benches.push(new Bench(directory, `${directory}-${String(index)}`));
    }
    return dropping;
  }

  /** @returns the title of the first proof of a version that fails where nothing is dropped; undefined where none does */
  firstRed(version: string): Promise<string | undefined> {
    return this.#prove(version, this.#whole);
  }

  /** @returns what notices that an operation is gone; fails where nothing does */
  async notice(operation: Operation): Promise<string> {
    const contracts = contractsOf(
      this.#contracts.files.map(({ path, text }) => ({
        path,
        text: path === operation.file ? without(text, operation) : text,
      })),
    );
    const adapters = await adaptersOf(this.#text, contracts, true).catch(String);
    if (typeof adapters !== 'string' && !isSame(adapters, this.#whole)) {
      const red = await this.#prove(operation.version, adapters, operation.proofs);
      if (red !== undefined) return red;
    }
    const refused = await adaptersOf(this.#text, contracts, false);
    assert.ok(typeof refused === 'string', 'nothing notices');
    const isEnough = typeof adapters === 'string' || toldByContracts.has(operation.kind);
    assert.ok(isEnough, `no proof notices; it is refused: ${refused}`);
    return `refused: ${refused}`;
  }

  async #prove(version: string, adapters: Adapters, titles = ''): Promise<string | undefined> {
    const bench =
      this.#benches.pop() ??
      (await new Promise<Bench>((resolve) => {
        this.#waiting.push(resolve);
      }));
    try {
      return await bench.firstRed(version, adapters, titles);
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#benches.push(bench);
      else next(bench);
    }
  }
}

function isSame(some: Adapters, others: Adapters): boolean {
  return some.size === others.size && [...some].every(([path, text]) => others.get(path) === text);
}

/**
 * Makes what adapts older versions, and nothing else of a service.
 *
 * @param isLenient does not ask whether the steps explain all that differs
 * @returns why it is refused where it is
 */
async function adaptersOf(
  text: string,
  contracts: Contracts,
  isLenient: boolean,
): Promise<Adapters | string> {
  const reading = readSpecification(text, 'service.yaml');
  if (!reading.ok) throw new Error(JSON.stringify(reading.mistakes));
  const composed = composeService(reading.resolved, contracts, { isLenient });
  if (!composed.ok) return composed.mistakes.map(({ message }) => message).join('; ');
  const files = await render(buildModel(reading.resolved, composed.older), {
    runtime: { pinNode: false },
    within: folder,
  });
  return new Map(
    files.filter(({ ownership }) => ownership !== 'owned').map((file) => [file.path, file.text]),
  );
}

/** A copy of a service whose older versions are adapted in one way after the other. */
class Bench {
  readonly #directory: string;
  #written: Adapters = new Map();

  constructor(service: string, directory: string) {
    this.#directory = directory;
    const dependencies = join(service, 'node_modules');
    cpSync(service, directory, { recursive: true, filter: (path) => path !== dependencies });
    symlinkSync(dependencies, join(directory, 'node_modules'));
  }

  /** @returns the title of the first proof that fails, of those whose titles have this in them */
  async firstRed(version: string, adapters: Adapters, titles: string): Promise<string | undefined> {
    for (const path of this.#written.keys()) {
      if (!adapters.has(path)) rmSync(join(this.#directory, path));
    }
    for (const [path, text] of adapters) {
      if (this.#written.get(path) !== text) this.#write(path, text);
    }
    this.#written = adapters;
    const { status, stdout, stderr } = await run(this.#directory, [
      '--test',
      '--test-isolation=none',
      `--test-reporter=${reporter}`,
      ...(titles === '' ? [] : [`--test-name-pattern=${titles}`]),
      join('test', 'versioning', `v${version}.test.ts`),
    ]);
    if (status === 0) return undefined;
    return stdout === '' ? stderr : stdout.trim();
  }

  #write(path: string, text: string): void {
    const file = join(this.#directory, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

function run(cwd: string, args: readonly string[]) {
  const { NODE_TEST_CONTEXT: _, ...environment } = process.env;
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...environment, TEST_DATABASE_URL: 'none', PROOF_RUNS: '8' },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (data: Buffer) => (stdout += data.toString()));
  child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
  return new Promise<{ status: number | null; stdout: string; stderr: string }>((resolve) => {
    child.on('close', (status) => {
      resolve({ status, stdout, stderr });
    });
  });
}
