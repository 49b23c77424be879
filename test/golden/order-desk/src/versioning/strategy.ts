import type { Application } from '../service/application.ts';
import { basePathOf, belowPath } from './base-path.ts';
import type { Strategy } from './resolution.ts';
import { uriPath } from './strategies/uri-path.ts';

/** Where clients say which version they want. */
export function createStrategy({
  baseUrl,
  versions,
}: Pick<Application, 'baseUrl' | 'versions'>): Strategy {
  const strategy = uriPath({
    versions,
  });
  return belowPath(basePathOf(baseUrl), strategy);
}
