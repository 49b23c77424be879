import type { ListParameter } from '../../specification/index.ts';
import { atKey, type Issue } from '../../specification/issue.ts';
import {
  hookFindings,
  queryTranslationOf,
  type QueryTranslation,
} from '../compose/query-translation.ts';
import type { ComposedResource, ComposedVersion } from '../compose/chain.ts';

/** What clients of an older version can ask a list for, and what is kept now cannot be asked for. */
export function listIssues(version: ComposedVersion): Issue[] {
  return version.resources.flatMap((composed) => ofResource(version, composed));
}

function ofResource(version: ComposedVersion, composed: ComposedResource): Issue[] {
  return lostIn(version, composed).map(({ parameter, name, canUseHook }) =>
    atKey(['resources'], {
      code: 'list-not-carried',
      message: `resource "${composed.newest}": clients of version "${version.label}" can ${parameter === 'filter' ? 'filter' : 'sort'} by "${name}", which what is kept now cannot be asked for`,
      suggestion: canUseHook
        ? `parameters: [{ hook: { field: ${name} } }]`
        : `parameters: [{ remove: { parameter: ${parameter}, field: ${name} } }]`,
    }),
  );
}

interface LostParameter {
  readonly parameter: ListParameter;
  /** As the older version calls it. */
  readonly name: string;
  /** Whether a hook of a step can translate the values of the filter. */
  readonly canUseHook: boolean;
}

/** What a list of an older version can be asked for and what is kept now cannot. */
export function lostIn(
  { specification, newest }: Pick<ComposedVersion, 'specification' | 'newest'>,
  composed: ComposedResource,
): LostParameter[] {
  const { methods } = specification.endpoints[composed.older] ?? {};
  if (methods?.includes('list') !== true || newest.endpoints[composed.newest] === undefined)
    return [];
  const { list, approximate, down, up } = composed;
  const members = down.map((member) => ({
    asked: queryTranslationOf(member, up),
    canUseHook: hookFindings(member) !== undefined,
  }));
  const find = (name: string) => members.find(({ asked }) => asked.name === name);
  const filters = list.filter.flatMap((name): LostParameter[] => {
    const { asked, canUseHook = false } = find(name) ?? {};
    const isKept = asked?.equal !== undefined || (canUseHook && approximate.byHook.includes(name));
    return isLost(asked, isKept || Object.hasOwn(approximate.filter, name))
      ? [{ parameter: 'filter', name, canUseHook }]
      : [];
  });
  const sorts = list.sort.flatMap((name): LostParameter[] => {
    const { asked } = find(name) ?? {};
    return isLost(asked, asked?.sort !== undefined || Object.hasOwn(approximate.sort, name))
      ? [{ parameter: 'sort', name, canUseHook: false }]
      : [];
  });
  return [...filters, ...sorts];
}

function isLost(asked: QueryTranslation | undefined, isKept: boolean): boolean {
  return asked !== undefined && asked.always === undefined && !isKept;
}
