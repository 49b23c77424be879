import type { Application } from '../service/application.ts';
import type { Strategy } from './resolution.ts';
import { uriPath } from './strategies/uri-path.ts';

/** Where clients say which version they want. */
export function createStrategy({ versions }: Pick<Application, 'baseUrl' | 'versions'>): Strategy {
  return uriPath({
    versions,
  });
}
