import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, matchesGlob, relative } from 'node:path';

/** What a Dockerfile makes: the directory of its last stage, and how that is run. */
export interface ContainerImage {
  /** Where the working directory of the image is on this machine. */
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly user: string;
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
}

interface Stage {
  readonly root: string;
  workingDirectory: string;
  environment: Record<string, string>;
  user: string;
  command: readonly string[];
  healthCheck: readonly string[];
}

/**
 * Carries out the Dockerfile of a directory without Docker: each COPY copies what Docker would copy, `.dockerignore` heeded, and
 * each RUN runs in the directory of its stage. Throws what would end the build. Users are not changed, so `chown` is left out.
 *
 * @param target an empty directory for the stages
 */
export function buildImage(context: string, target: string): ContainerImage {
  const stages = new Map<string, Stage>();
  let stage: Stage | undefined;
  for (const { instruction, rest } of instructionsOf(join(context, 'Dockerfile'))) {
    if (instruction === 'FROM') {
      const [, , name = String(stages.size)] = rest.split(/\s+/);
      stage = newStage(join(target, name));
      stages.set(name, stage);
    } else if (stage !== undefined) {
      carryOut(stage, instruction, rest, { context, stages });
    }
  }
  if (stage === undefined) throw new Error('the Dockerfile has no stage');
  const { environment, user, command, healthCheck } = stage;
  return { directory: workingDirectoryOf(stage), environment, user, command, healthCheck };
}

function instructionsOf(file: string) {
  return readFileSync(file, 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, instruction = '', rest = ''] = /^(\S+)\s+(.+)$/.exec(line) ?? [];
      return { instruction, rest };
    });
}

function newStage(root: string): Stage {
  mkdirSync(root, { recursive: true });
  return {
    root,
    workingDirectory: '/',
    environment: {},
    user: 'root',
    command: [],
    healthCheck: [],
  };
}

const workingDirectoryOf = ({ root, workingDirectory }: Stage) => join(root, workingDirectory);

function carryOut(
  stage: Stage,
  instruction: string,
  rest: string,
  from: { readonly context: string; readonly stages: ReadonlyMap<string, Stage> },
): void {
  switch (instruction) {
    case 'ENV':
      for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=(\S*)/g)) {
        stage.environment[name] = value;
      }
      break;
    case 'WORKDIR':
      stage.workingDirectory = rest;
      mkdirSync(workingDirectoryOf(stage), { recursive: true });
      break;
    case 'COPY':
      copy(stage, rest, from);
      break;
    case 'RUN':
      runIn(stage, rest);
      break;
    case 'USER':
      stage.user = rest;
      break;
    case 'CMD':
      stage.command = JSON.parse(rest) as string[];
      break;
    case 'HEALTHCHECK':
      stage.healthCheck = JSON.parse(/ CMD (.+)$/.exec(` ${rest}`)?.[1] ?? '[]') as string[];
      break;
    case 'EXPOSE':
    case 'VOLUME':
      break;
    default:
      throw new Error(`${instruction} is not known here`);
  }
}

function copy(
  stage: Stage,
  rest: string,
  { context, stages }: { readonly context: string; readonly stages: ReadonlyMap<string, Stage> },
): void {
  const words = rest.split(/\s+/);
  const name = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
  const paths = words.filter((word) => !word.startsWith('--'));
  const other = name === undefined ? undefined : stages.get(name);
  const root = other?.root ?? context;
  const isIgnored = other === undefined ? ignoredIn(context) : () => false;
  const destination = paths.at(-1) ?? '';
  const sources = paths.slice(0, -1).flatMap((path) => {
    const found = globSync(join(root, path)).filter((each) => !isIgnored(relative(root, each)));
    if (found.length === 0) throw new Error(`COPY ${rest}: ${path}: not found`);
    return found;
  });
  for (const source of sources) {
    const to = join(stage.root, resolved(stage, destination));
    const isInto = !statSync(source).isDirectory() && /(^|\/)\.?\/?$/.test(destination);
    cpSync(source, isInto ? join(to, basename(source)) : to, {
      recursive: true,
      filter: (each) => !isIgnored(relative(root, each)),
    });
  }
}

function resolved({ workingDirectory }: Stage, path: string): string {
  return path.startsWith('/') ? path : join(workingDirectory, path);
}

/** Patterns hold for a path and all below it; the last one that matches decides. */
function ignoredIn(context: string): (path: string) => boolean {
  const file = join(context, '.dockerignore');
  const patterns = (existsSync(file) ? readFileSync(file, 'utf8') : '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const matches = (path: string, pattern: string): boolean =>
    path !== '.' && (matchesGlob(path, pattern) || matches(dirname(path), pattern));
  return (path) => {
    if (path === '') return false;
    const last = patterns.findLast((pattern) => matches(path, pattern.replace(/^!/, '')));
    return last !== undefined && !last.startsWith('!');
  };
}

function runIn(stage: Stage, command: string): void {
  const parts = command.split('&&').filter((part) => !/^\s*chown\s/.test(part));
  if (parts.length === 0) return;
  const { NODE_TEST_CONTEXT: _, ...environment } = process.env;
  const { status, stdout, stderr } = spawnSync('sh', ['-c', parts.join('&&')], {
    cwd: workingDirectoryOf(stage),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: {
      ...environment,
      PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
      npm_config_audit: 'false',
      npm_config_fund: 'false',
      ...stage.environment,
    },
  });
  if (status === 0) return;
  throw new Error(`RUN ${command}: status ${String(status)}\n${stdout}${stderr}`.slice(0, 4000));
}
