import { atValue, type Issue } from '../issue.ts';
import { nearest } from '../nearest.ts';
import { defined, own } from '../plain.ts';
import { shown } from '../shown.ts';
import { resourceNames, resourcesOf, type CheckContext } from './check-context.ts';

const mostLevels = 2;

/** Parents exist, do not go around in a circle, and are at most two above a resource. */
export function parentIssues(context: CheckContext): Issue[] {
  const names = resourceNames(context);
  const known = new Set(names);
  return resourcesOf(context).flatMap(([name, { parent }]) => {
    if (parent === undefined) return [];
    const path = ['resources', name, 'parent'];
    if (!known.has(parent)) return [atValue(path, unknownResource(parent, names))];
    const ancestors = ancestorsOf(context, name);
    if (ancestors.includes(name)) {
      const circle = [name, ...ancestors].join(' → ');
      const message = `${circle} is a circle, so no row of it could ever be created`;
      return [atValue(path, { code: 'parent-cycle', message })];
    }
    if (ancestors.length <= mostLevels) return [];
    const message = `${[name, ...ancestors].join(' → ')} is more than ${mostLevels} levels of children; refer to "${parent}" by a reference instead`;
    return [atValue(path, { code: 'parent-depth', message })];
  });
}

/** The parent, its parent and so on, up to the first that was there already. */
export function ancestorsOf(context: CheckContext, name: string): string[] {
  const ancestors: string[] = [];
  let next = own(context.valid.resources, name)?.parent;
  while (next !== undefined && !ancestors.includes(next) && ancestors.length < 100) {
    ancestors.push(next);
    next = next === name ? undefined : own(context.valid.resources, next)?.parent;
  }
  return ancestors;
}

/** A name that no resource has. */
export function unknownResource(name: string, names: readonly string[]) {
  return {
    code: 'unknown-resource',
    message: `there is no resource ${shown(name)}`,
    found: shown(name),
    allowed: names,
    ...defined({ suggestion: nearest(name, names) }),
  };
}
