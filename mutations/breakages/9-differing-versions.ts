import { breakageOf, type Breakage } from './breakage.ts';

const inDiffering = breakageOf('evolving');

/** What older versions are shown and may send: on a service of four versions that differ. */
export const differing: readonly Breakage[] = [
  inDiffering(
    'C-207',
    'the changelog is silent about the newest release',
    'runtime/versioning/changelog-route.ts',
    'releases: all\n',
    'releases: all.slice(1)\n',
  ),
  inDiffering(
    'whatever the newest version holds',
    'older versions are shown what the newest holds',
    'runtime/versioning/content-at.ts',
    'resource: down(content.resource) as Shown,',
    'resource: content.resource,',
  ),
  inDiffering(
    'values follow each other',
    'lists show what the newest version holds',
    'runtime/versioning/content-at.ts',
    'items: content.items.map(down) as Shown[],',
    'items: content.items,',
  ),
  inDiffering(
    'filters by',
    'filters mean members of the newest version',
    'runtime/versioning/query-at.ts',
    'const filters = query.filters.flatMap((filter) => filtersAt(filter, members));',
    'const { filters } = query;',
  ),
  inDiffering(
    'sorted by',
    'lists are sorted by members of the newest version',
    'runtime/versioning/query-at.ts',
    'const sort = sortAt(query.sort, members);',
    'const { sort } = query;',
  ),
  inDiffering(
    'a page has as many items as it had',
    'a page has as many items as in the newest version',
    'runtime/versioning/query-at.ts',
    'const own = listQueryReader(description.schemas.shown, {\n    ...list,',
    'const own = listQueryReader(description.schemas.shown, {\n    ...list,\n    size: 20,',
  ),
  inDiffering(
    'is refused at',
    'problems point into the newest version',
    'runtime/versioning/problem-at.ts',
    "return each.in === 'body' ? { ...each, at: terms.pointer(each.at) } : each;",
    'return each;',
  ),
  inDiffering(
    'what could be sent can be sent',
    'what older versions send is taken for the newest',
    'runtime/versioning/routes-at.ts',
    'own.create?.(body) ?? body',
    'body',
  ),
  inDiffering(
    'PUT of what was read changes nothing',
    'a replacement forgets what older versions do not show',
    'runtime/versioning/routes-at.ts',
    'replace(sent, newest, before)',
    'own.create?.(sent) ?? sent',
  ),
  inDiffering(
    'events: rows that clients of this version create',
    'events hold what the newest version does',
    'runtime/versioning/event-at.ts',
    'resource: own.down?.(resource) ?? resource',
    'resource',
  ),
  inDiffering(
    'events: a subscriber receives the promised events',
    'events have the names of the newest version',
    'runtime/versioning/event-at.ts',
    'const { [type]: own = type } = adapter.events ?? {};',
    'const own = adapter.events?.[type] === null ? null : type;',
  ),
  inDiffering(
    'is not offered',
    'older versions have the operations that came later',
    'runtime/versioning/routes-at.ts',
    '.filter(([, { id }]) => absent?.includes(id) !== true)',
    ".filter(([, { id }]) => absent?.includes(id) !== true || id === '' || id !== '')",
  ),
];
