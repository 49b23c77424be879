import { atKey, type Issue } from '../../specification/issue.ts';
import { queryTranslationOf, type QueryTranslation } from '../compose/query-translation.ts';
import type { ComposedResource, ComposedVersion } from '../compose/chain.ts';

/** What clients of an older version can ask a list for, and what is kept now cannot be asked for. */
export function listIssues(version: ComposedVersion): Issue[] {
  return version.resources.flatMap((composed) => ofResource(version, composed));
}

function ofResource(version: ComposedVersion, composed: ComposedResource): Issue[] {
  return lostIn(version, composed).map(({ parameter, name }) =>
    atKey(['resources'], {
      code: 'list-not-carried',
      message: `resource "${composed.newest}": clients of version "${version.label}" can ${parameter === 'filter' ? 'filter' : 'sort'} by "${name}", which what is kept now cannot be asked for`,
      suggestion: `parameters: [{ remove: { parameter: ${parameter}, field: ${name} } }]`,
    }),
  );
}

/** What a list of an older version can be asked for and what is kept now cannot, by its names. */
export function lostIn(
  { specification, newest }: Pick<ComposedVersion, 'specification' | 'newest'>,
  composed: ComposedResource,
): { readonly parameter: 'filter' | 'sort'; readonly name: string }[] {
  const { methods } = specification.endpoints[composed.older] ?? {};
  const { filter, sort } = composed.list;
  if (methods?.includes('list') !== true || newest.endpoints[composed.newest] === undefined)
    return [];
  const members = new Map(
    composed.down.map((member) => [member.name, queryTranslationOf(member, composed.up)]),
  );
  const lost = (names: readonly string[], isAsked: (asked: QueryTranslation) => boolean) =>
    names.filter((name) => {
      const asked = members.get(name);
      return asked !== undefined && asked.always === undefined && !isAsked(asked);
    });
  const { approximate } = composed;
  return [
    ...lost(
      filter,
      ({ name, equal }) => equal !== undefined || Object.hasOwn(approximate.filter, name),
    ).map((name) => ({ parameter: 'filter', name }) as const),
    ...lost(
      sort,
      (asked) => asked.sort !== undefined || Object.hasOwn(approximate.sort, asked.name),
    ).map((name) => ({ parameter: 'sort', name }) as const),
  ];
}
