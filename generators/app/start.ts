import { fileURLToPath } from 'node:url';
import { done, ignoreClosedPipes } from '../command/output.ts';
import type { CommandLine } from './command-line.ts';
import { collectEarly } from './memory.ts';

/** Nothing is asked before the arguments are understood. */
const nobody = { prompt: () => Promise.reject(new Error('nobody to ask')) };

/** A command with a name of its own. */
interface Command {
  /** Begins it with the arguments behind its name. */
  start(argv: readonly string[]): Promise<void>;
  /** Its help, without what the command needs for its work. */
  help(): Promise<string>;
}

const commands = new Map<string | undefined, Command>([
  [
    'version',
    { start: startVersion, help: async () => (await import('../version/help.ts')).versionHelp },
  ],
  [
    'classify',
    { start: startClassify, help: async () => (await import('../classify/help.ts')).classifyHelp },
  ],
  ['check', { start: startCheck, help: async () => (await import('../check/help.ts')).checkHelp }],
  [
    'import',
    { start: startImport, help: async () => (await import('../import/help.ts')).importHelp },
  ],
  ['eject', { start: startEject, help: async () => (await import('../eject/help.ts')).ejectHelp }],
  ['kit', { start: startKit, help: async () => (await import('../kit/help.ts')).kitHelp }],
  [
    'explain',
    { start: startExplain, help: async () => (await import('../explain/help.ts')).explainHelp },
  ],
  [
    'resource',
    { start: startResource, help: async () => (await import('../resource/help.ts')).resourceHelp },
  ],
  [
    'completion',
    {
      start: startCompletion,
      help: async () => (await import('../completion/help.ts')).completionHelp,
    },
  ],
]);

const helpWords = new Set<string | undefined>(['help', '--help', '-h']);

/** Runs the generator without `yo`. */
export async function start(argv: readonly string[]): Promise<void> {
  collectEarly();
  const [first, second] = argv;
  const isHelp = helpWords.has(first);
  if (isHelp && argv.length === 1) return showHelp();
  const command = commands.get(isHelp ? second : first);
  if (command !== undefined) {
    if (argv.length === 2 && (isHelp || helpWords.has(second))) return show(await command.help());
    if (!isHelp) return command.start(argv.slice(1));
    // Only `version` has commands of its own to explain.
    return command.start([...(second === 'version' ? argv.slice(2) : []), '--help']);
  }
  if (first === '--version' && argv.length === 1) return showVersion();
  const { readCommandLine } = await import('./command-line.ts');
  const read = readCommandLine(argv);
  if (!read.ok || !mayAsk(read.commandLine)) {
    const { runSession } = await import('./session.ts');
    process.exitCode = await runSession(argv, nobody);
    return;
  }
  const { ResourceService } = await import('./generator.ts');
  await runInYeoman(ResourceService, 'resource-service:app', argv);
}

/** Alone it needs no arguments to be read, nor the rules that they are read by. */
async function showHelp(): Promise<void> {
  const { helpText } = await import('./help.ts');
  show(helpText);
}

/** The same. */
async function showVersion(): Promise<void> {
  const { packageVersion } = await import('../../src/rendering/package-root.ts');
  show(`${packageVersion()}\n`);
}

function show(text: string): void {
  ignoreClosedPipes();
  process.exitCode = done(text);
}

/** Yeoman is there to ask; a run that asks nothing does without it. */
function mayAsk({ help, version, pristine, yes, json }: CommandLine): boolean {
  const isAnswered = help || version || pristine !== undefined || yes || json;
  return !isAnswered && process.stdin.isTTY && process.stdout.isTTY;
}

const asksNothing = ['yes', 'dry-run', 'json'] as const;

/** The same for what a sub-generator does. */
async function startVersion(argv: readonly string[]): Promise<void> {
  const { readVersionCommandLine } = await import('../version/command-line.ts');
  const reading = readVersionCommandLine(argv);
  const asks =
    reading.kind === 'read' &&
    reading.commandLine.subcommand !== 'status' &&
    !asksNothing.some((name) => reading.commandLine.values.has(name));
  if (!asks) {
    const { runVersionSession } = await import('../version/session.ts');
    process.exitCode = await runVersionSession(argv, nobody);
    return;
  }
  const { VersionGenerator } = await import('../version/generator.ts');
  await runInYeoman(VersionGenerator, 'resource-service:version', argv);
}

/** It never asks, so Yeoman is not needed. */
async function startClassify(argv: readonly string[]): Promise<void> {
  const { runClassifySession } = await import('../classify/session.ts');
  process.exitCode = await runClassifySession(argv);
}

/** Nor does this. */
async function startCheck(argv: readonly string[]): Promise<void> {
  const { runCheckSession } = await import('../check/session.ts');
  process.exitCode = await runCheckSession(argv);
}

/** It writes one file that is not there yet, which is no reason to ask. */
async function startImport(argv: readonly string[]): Promise<void> {
  const { runImportSession } = await import('../import/session.ts');
  process.exitCode = await runImportSession(argv);
}

/** A person at a terminal confirms it. */
async function startEject(argv: readonly string[]): Promise<void> {
  const { readEjectCommandLine } = await import('../eject/command-line.ts');
  const reading = readEjectCommandLine(argv);
  if (reading.kind !== 'read' || !mayAsk(reading.commandLine)) {
    const { runEjectSession } = await import('../eject/session.ts');
    process.exitCode = await runEjectSession(argv, nobody);
    return;
  }
  const { EjectGenerator } = await import('../eject/generator.ts');
  await runInYeoman(EjectGenerator, 'resource-service:eject', argv);
}

/** Only an upgrade may ask. */
async function startKit(argv: readonly string[]): Promise<void> {
  const isUpgrade = argv[0] === 'upgrade';
  const isAnswered = argv.some((each) => ['--yes', '-y', '--json', '--help', '-h'].includes(each));
  if (!isUpgrade || isAnswered || !process.stdin.isTTY || !process.stdout.isTTY) {
    const { runKitSession } = await import('../kit/session.ts');
    process.exitCode = await runKitSession(argv, nobody);
    return;
  }
  const { KitGenerator } = await import('../kit/generator.ts');
  await runInYeoman(KitGenerator, 'resource-service:kit', argv);
}

/** It never asks. */
async function startExplain(argv: readonly string[]): Promise<void> {
  const { runExplainSession } = await import('../explain/session.ts');
  process.exitCode = await runExplainSession(argv);
}

/** Shells ask it for every key, so it loads next to nothing. */
async function startCompletion(argv: readonly string[]): Promise<void> {
  const { runCompletionSession } = await import('../completion/session.ts');
  process.exitCode = await runCompletionSession(argv);
}

async function startResource(argv: readonly string[]): Promise<void> {
  const { readResourceCommandLine } = await import('../resource/command-line.ts');
  const reading = readResourceCommandLine(argv);
  if (reading.kind !== 'read' || !mayAsk(reading.commandLine.generation)) {
    const { runResourceSession } = await import('../resource/session.ts');
    process.exitCode = await runResourceSession(argv, nobody);
    return;
  }
  const { ResourceGenerator } = await import('../resource/generator.ts');
  await runInYeoman(ResourceGenerator, 'resource-service:resource', argv);
}

/** Generators and this are loaded only where they are needed, because Yeoman takes a second. */
async function runInYeoman(
  generator: unknown,
  namespace: string,
  argv: readonly string[],
): Promise<void> {
  const { createEnv } = await import('yeoman-environment');
  const environment = createEnv();
  environment.register(generator, { namespace, resolved: fileURLToPath(import.meta.url) });
  await environment.run([namespace, ...argv]);
}
