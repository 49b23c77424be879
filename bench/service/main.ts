// Compares the service that is generated from the example with a raw server on this machine: npm run bench:service
// It reports, whatever the ratios; only a wrong answer is a failure.
import { writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { buildService } from './built-service.ts';
import { compare, type Compared, type Comparison } from './comparison.ts';
import { separateCores } from './cores.ts';
import { deepPages } from './deep-pages.ts';
import { readExample } from './example.ts';
import { UsageError } from '../command-line.ts';
import { readOptions, usage, type Options } from './options.ts';
import { postgresComparisons } from './postgres/comparisons.ts';
import { report } from './report.ts';
import { WrongAnswer } from './request.ts';
import { seed, type Seeded } from './seeded.ts';
import { timeStarts } from './start-times.ts';
import { startService, startSubject, type Subject } from './subject.ts';
import { targets } from './targets.ts';
import { startVersions } from './versions.ts';

async function main(options: Options): Promise<void> {
  say('Building the service …');
  const example = readExample(true);
  const built = await buildService('service', example.text);
  const lean = readExample(false);
  const builtLean = await buildService('service-without-total', lean.text);
  say('Filling the database …');
  const seeded = await seed(built, example, options.rows);
  const cores = separateCores();

  const start = await timeStarts(options.starts, built, cores.servers, () =>
    startService(built, `sqlite:${seeded.copy('start')}`, cores.servers),
  );
  await using running = new AsyncDisposableStack();
  const subject = await startSubject(running, 'total', built, example, seeded, cores.servers);
  const leanSubject = await startSubject(running, 'lean', builtLean, lean, seeded, cores.servers);
  say('Carrying a service through four versions …');
  const versions = await startVersions(running, options.rows, cores.servers);
  const idle = await idleMemory(built, seeded);
  say('Filling a database with many rows …');
  const deep = await deepPages(running, built, subject, seeded, cores.servers);
  const logging = running.use(
    await startService(built, `sqlite:${seeded.copy('logged')}`, cores.servers, 'info'),
  );
  let underLoad = 0;
  const onPostgres = await postgresComparisons(
    running,
    built,
    example,
    options.rows,
    cores.servers,
  );
  const all = [...comparisonsOf(subject, leanSubject, logging), deep, ...versions, ...onPostgres];
  const named = all.filter(({ title }) => title === options.only);
  const wanted = named.length > 0 ? named : all.filter(({ title }) => title.includes(options.only));
  if (wanted.length === 0) {
    throw new UsageError(
      `--only takes a part of one of: ${all.map(({ title }) => title).join('; ')}`,
      usage,
    );
  }
  const comparisons: Compared[] = [];
  for (const comparison of wanted) {
    say(`Measuring ${comparison.title} …`);
    comparisons.push(await compare(comparison, options));
    underLoad = Math.max(underLoad, subject.service.usage()?.memory ?? 0);
  }
  const memory = idle === undefined ? undefined : { idle, underLoad };
  const results = { options, cores: cores.description, comparisons, start, memory };
  process.stdout.write(`\n${report(results)}`);
  if (options.json !== undefined) {
    writeFileSync(options.json, `${JSON.stringify({ ...results, targets }, null, 2)}\n`);
  }

  /** Of a service that has had no request yet. */
  async function idleMemory(service: typeof built, { copy }: Seeded): Promise<number | undefined> {
    await using server = await startService(service, `sqlite:${copy('idle')}`, cores.servers);
    await setTimeout(1000);
    return server.usage()?.memory;
  }
}

/** What is created comes last of those of one collection: it makes it grow. */
function comparisonsOf(
  { service, baseline, byHand, contract }: Subject,
  lean: Subject,
  logging: Subject['service'],
): readonly Comparison[] {
  const read = (server: Subject['service'], type?: string) => ({
    server,
    exchange: (position: number) => contract.getOne(type, position),
  });
  const list = (server: Subject['service'], type?: string) => ({
    server,
    exchange: () => contract.list(type),
  });
  const [json, ...others] = contract.representations;
  return [
    {
      title: 'GET one',
      leg: read(service),
      against: read(baseline),
      target: targets.getOne,
    },
    {
      title: 'GET one, 100 connections',
      leg: read(service),
      against: read(baseline),
      connections: 100,
    },
    { title: 'GET one by hand with Fastify', leg: read(byHand), against: read(baseline) },
    {
      title: 'GET one with the request log, to without',
      leg: read(logging),
      against: read(service),
      target: targets.logged,
    },
    {
      title: 'GET 20 with a total',
      leg: list(service),
      against: list(baseline),
      target: targets.listWithTotal,
    },
    {
      title: 'GET 20 with a total by hand with Fastify',
      leg: list(byHand),
      against: list(baseline),
    },
    {
      title: 'GET 20 without a total',
      leg: { server: lean.service, exchange: () => lean.contract.list() },
      against: { server: lean.baseline, exchange: () => lean.contract.list() },
    },
    ...others.flatMap((type) => [
      {
        title: `GET one as ${type}, to JSON`,
        leg: read(service, type),
        against: read(service, json),
      },
      {
        title: `GET 20 as ${type}, to JSON`,
        leg: list(service, type),
        against: list(service, json),
      },
    ]),
    {
      title: 'POST',
      leg: { server: service, exchange: () => contract.create() },
      against: { server: baseline, exchange: () => contract.create() },
      target: targets.create,
    },
    {
      title: 'POST by hand with Fastify',
      leg: { server: byHand, exchange: () => contract.create() },
      against: { server: baseline, exchange: () => contract.create() },
    },
  ];
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

try {
  await main(readOptions(process.argv.slice(2)));
} catch (error) {
  if (error instanceof UsageError) {
    process.stderr.write(error.message);
    process.exitCode = 2;
  } else if (error instanceof WrongAnswer) {
    process.stderr.write(`A wrong answer: ${error.message}\n`);
    process.exitCode = 1;
  } else {
    throw error;
  }
}
