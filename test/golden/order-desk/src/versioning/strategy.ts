import type { Application } from '../runtime/service/application.ts';
import { basePathOf, belowPath } from '../runtime/versioning/base-path.ts';
import type { Strategy } from '../runtime/versioning/resolution.ts';
import { uriPath } from '../runtime/versioning/strategies/uri-path.ts';

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
