import { hookName } from '../compose/hooks.ts';
import type { LinkedStep } from '../compose/link.ts';
import type { FieldOperation } from '../steps/schema.ts';

/** The functions that a step leaves to a person, by their names. */
export function hooksIn({ resources }: LinkedStep): string[] {
  const names = resources.flatMap(({ newer, operations, customOperations }) =>
    [...operations, ...customOperations.flatMap(({ operations }) => operations)].flatMap(
      ({ operation }) => {
        const path = hookPath(operation);
        return path === undefined ? [] : [hookName(newer, path)];
      },
    ),
  );
  return [...new Set(names)];
}

/** The field by which the function of an operation is called; undefined: it has none. */
function hookPath({ add, remove, retype, split, merge }: FieldOperation): string | undefined {
  if (add?.by !== undefined) return add.field;
  if (remove?.by !== undefined) return remove.field;
  if (retype?.by === 'hook') return retype.field;
  if (split?.by !== undefined) return split.field;
  return merge?.by === undefined ? undefined : merge.into;
}

/** What a function says that is still to be written, when it is called. */
export function unwrittenMessage(step: string, hook: string, direction: 'up' | 'down'): string {
  const version = step.split('-to-')[direction === 'up' ? 0 : 1] ?? '';
  return `decide in src/versioning/${step}.hooks.ts what ${hook}.${direction} makes of version ${version}`;
}

/** The functions of a file that are still to be written: `orderName.up`. */
export function unwrittenIn(text: string): string[] {
  const found = text.matchAll(
    /decide in src\/versioning\/[\w-]+\.hooks\.ts what (\w+\.(?:up|down)) makes/g,
  );
  return [...found].map(([, name = '']) => name);
}
