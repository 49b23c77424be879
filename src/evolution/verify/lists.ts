import { atKey, type Issue } from '../../specification/issue.ts';
import { askedOf, type Asked } from '../compose/asked.ts';
import type { ComposedResource, ComposedVersion } from '../compose/chain.ts';

/** What clients of an older version can ask a list for, and what is kept now cannot be asked for. */
export function listIssues(version: ComposedVersion): Issue[] {
  return version.resources.flatMap((composed) => ofResource(version, composed));
}

function ofResource(
  { label, specification, newest }: ComposedVersion,
  composed: ComposedResource,
): Issue[] {
  const { methods } = specification.endpoints[composed.older] ?? {};
  const { filter, sort } = composed.list;
  if (methods?.includes('list') !== true || newest.endpoints[composed.newest] === undefined)
    return [];
  const members = new Map(
    composed.down.map((member) => [member.name, askedOf(member, composed.up)]),
  );
  const refused = (names: readonly string[], isAsked: (asked: Asked) => boolean) =>
    names.filter((name) => {
      const asked = members.get(name);
      return asked !== undefined && asked.always === undefined && !isAsked(asked);
    });
  const issue = (parameter: string, name: string) =>
    atKey(['resources'], {
      code: 'list-not-carried',
      message: `resource "${composed.newest}": clients of version "${label}" can ${parameter === 'filter' ? 'filter' : 'sort'} by "${name}", which what is kept now cannot be asked for`,
      suggestion: `parameters: [{ remove: { parameter: ${parameter}, field: ${name} } }]`,
    });
  return [
    ...refused(
      filter,
      (asked) =>
        asked.equal !== undefined || Object.hasOwn(composed.approximate.filter, asked.name),
    ).map((name) => issue('filter', name)),
    ...refused(
      sort,
      (asked) => asked.sort !== undefined || Object.hasOwn(composed.approximate.sort, asked.name),
    ).map((name) => issue('sort', name)),
  ];
}
