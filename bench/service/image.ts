import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How the image of a service starts it. */
export interface ImageStart {
  /** Behind `node`. */
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** Reads how the Dockerfile of a service starts it; here it listens on this machine alone, on a free port. */
export function imageStart(service: string): ImageStart {
  const text = readFileSync(join(service, 'Dockerfile'), 'utf8');
  const last = (instruction: string) =>
    [...text.matchAll(new RegExp(`^${instruction} (.+)$`, 'gm'))].at(-1)?.[1];
  const [command, ...args] = JSON.parse(last('CMD') ?? '[]') as string[];
  if (command !== 'node') throw new Error(`the Dockerfile of ${service} does not start node`);
  const pairs = (last('ENV') ?? '').split(' ').map((pair) => pair.split('=', 2));
  const environment = Object.fromEntries(pairs) as Record<string, string>;
  return { args, environment: { ...environment, HOST: '127.0.0.1', PORT: '0' } };
}
