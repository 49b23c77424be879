import { ConfigurationError } from './configuration-error.ts';

/** Carries out a start. Where a setting is not what it should be, the process ends with the reason and status 1. */
export async function endOnFault(start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    process.stderr.write(`The service cannot start: ${error.message}\n`);
    process.exit(1);
  }
}
