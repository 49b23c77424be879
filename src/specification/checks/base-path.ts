import { validateBaseUrl } from '../validators/service.ts';
import { atValue, type Issue } from '../issue.ts';
import { servedCollections, unversionedPaths } from '../names/reserved.ts';
import { strategies, type Strategy } from '../schema.ts';
import { defaults } from '../schema/defaults.ts';
import { shown } from '../shown.ts';
import { pluralAsWritten, resourceNames, type CheckContext } from './check-context.ts';

/**
 * A proxy may take the path of the base URL away, or pass it on. Which of both it does shows in a request alone, so that no
 * path of the service may begin like it.
 */
export function basePathIssues(context: CheckContext): Issue[] {
  const { baseUrl } = context.valid.service;
  if (baseUrl === undefined || validateBaseUrl(baseUrl) !== undefined) return [];
  const [, start = ''] = new URL(baseUrl).pathname.split('/');
  if (start === '' || !isOwn(context, start)) return [];
  const message = `the path of the base URL begins with ${shown(`/${start}`)}, and so do paths of the service itself: the service could not distinguish a request whose path a proxy took away from one whose path it passed on`;
  return [atValue(['service', 'baseUrl'], { code: 'base-url', message })];
}

function isOwn(context: CheckContext, start: string): boolean {
  const { strategy, date } = context.valid.versioning ?? {};
  const used: Strategy = strategies.find((each) => each === strategy) ?? defaults.strategy;
  const served: readonly string[] = unversionedPaths;
  if (served.includes(start)) return true;
  if (used === 'uri-path') return /^v[0-9]+$/.test(start);
  if (used === 'date' && (date?.in ?? defaults.datedIn) === 'path') {
    return /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(start);
  }
  const collections: readonly string[] = [
    ...servedCollections,
    ...resourceNames(context).map((name) => pluralAsWritten(context, name)),
  ];
  return collections.includes(start);
}
