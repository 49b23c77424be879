import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Packages without which a service cannot run for its contract, as a sentence; undefined: all are installed. */
export async function whyNotInstalled(destination: string): Promise<string | undefined> {
  const needs = 'The service has to run for its contract, and';
  if (!existsSync(join(destination, 'node_modules'))) {
    return `${needs} its dependencies are not installed.`;
  }
  const { missingPackages } = await import('../app/missing-packages.ts');
  const missing = missingPackages(destination);
  return missing.length === 0
    ? undefined
    : `${needs} these packages are not installed, or in another version: ${missing.join(', ')}.`;
}
