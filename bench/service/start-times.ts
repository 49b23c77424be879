import { spread, type Spread } from './comparison.ts';
import type { BuiltService } from './built-service.ts';
import { startServer, type ServerProcess } from './server-process.ts';

/** Milliseconds from the start of a process until it listens. */
export interface StartTimes {
  readonly service: Spread;
  /** A server that is Fastify alone, with one route and no database, from the same packages. */
  readonly fastify: Spread;
  /** Of the service to Fastify alone: machines differ by more than programs do. */
  readonly ratio: Spread;
}

const fastifyAlone = `
import fastify from 'fastify';
const app = fastify();
app.get('/', () => ({}));
const address = await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(\`Listening on \${address}\\n\`);
`;

/** Starts both in turn. */
export async function timeStarts(
  count: number,
  { directory }: BuiltService,
  core: number | undefined,
  startService: () => Promise<ServerProcess>,
): Promise<StartTimes> {
  const startFastify = () =>
    startServer({
      args: ['--input-type=module', '--eval', fastifyAlone],
      cwd: directory,
      core,
      environment: { NODE_ENV: 'production' },
    });
  const pairs: { readonly service: number; readonly fastify: number }[] = [];
  for (let index = 0; index < count; index += 1) {
    const service = await timeOf(startService);
    pairs.push({ service, fastify: await timeOf(startFastify) });
  }
  return {
    service: spread(pairs.map(({ service }) => service)),
    fastify: spread(pairs.map(({ fastify }) => fastify)),
    ratio: spread(pairs.map(({ service, fastify }) => service / fastify)),
  };
}

async function timeOf(start: () => Promise<ServerProcess>): Promise<number> {
  await using server = await start();
  return server.startedIn;
}
