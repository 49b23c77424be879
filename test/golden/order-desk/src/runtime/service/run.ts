import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';
import { useIdentity } from '../endpoints/secure-server.ts';
import type { ServiceEnvironment } from './environment.ts';
import { plainTextNotice } from './plain-text-notice.ts';
import type { ProcessEnvironment, ServiceConfig } from './start.ts';
import { renewOnChange } from './tls-renewal.ts';

/** Work besides requests, such as transitions whose time has come. */
export interface BackgroundWork {
  start(): void;
  /** Resolves when nothing runs any more. */
  stop(): Promise<void>;
}

/** What runs. */
export interface Running {
  readonly server: FastifyInstance;
  /** Absent: there is no work besides requests. */
  readonly background?: BackgroundWork;
}

/**
 * Listens, starts the work in the background, and stops both in order when the process is asked to end.
 *
 * @param atEnd called when the service begins to stop
 */
export async function runService<Tables>(
  config: ServiceConfig,
  environment: ServiceEnvironment<Tables> & ProcessEnvironment,
  { server, background }: Running,
  atEnd?: () => void,
): Promise<void> {
  const { host, port, tls } = config;
  const { database, quotas, logger, clock, flushLog } = environment;
  const use = useIdentity.bind(undefined, server.server);
  const endRenewal = tls && renewOnChange({ files: tls, clock, log: logger, use });
  // With TLS, SIGHUP asks for the certificate to be read again.
  const skip = tls === undefined ? [] : ['SIGHUP' as const];
  closeWithGrace({ delay: 10_000, logger, skip }, async ({ err }) => {
    if (err) logger.fatal({ err }, 'stopping after an error');
    endRenewal?.();
    atEnd?.();
    // Requests in flight are answered, and so is what clients send before they learn that their connection ends.
    await server.close();
    await background?.stop();
    await quotas?.close();
    await database.close();
    await flushLog();
  });
  const address = await server.listen({ host, port });
  // Fastify does not know that the server it was given speaks TLS.
  const shown = tls === undefined ? address : address.replace(/^http:/, 'https:');
  process.stdout.write(`${plainTextNotice(config)}Listening on ${shown}\n`);
  background?.start();
}
