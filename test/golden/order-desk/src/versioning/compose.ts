import type { Application } from '../runtime/service/application.ts';
import type { Environment } from '../environment.ts';
import { createStrategy } from './strategy.ts';
import { versions } from './versions.ts';

/** The versions that are served, how clients name one, and what holds for each by the clock. */
export function composeVersioning(environment: Environment) {
  const strategy = createStrategy({ versions, baseUrl: environment.baseUrl });
  return {
    versions,
    strategy,
  } satisfies Partial<Application>;
}
