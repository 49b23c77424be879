import type { ComposedResource, ComposedVersion } from '../compose/chain.ts';
import { customOperationInputs } from '../compose/custom-operations.ts';
import { evaluate, evaluateAll } from '../compose/evaluate.ts';
import { has, isAbsent, type Expression } from '../compose/expression.ts';
import { memberAt, type Member } from '../compose/members.ts';
import { fieldsOf } from '../compose/shape.ts';
import { lossyPaths } from './lossy-members.ts';
import { shownNulls } from './shown-nulls.ts';

/** What clients of an older version are shown in place of what they sent, as far as its steps say. */
export type DeclaredLoss =
  /** Always this. */
  | { readonly shown: unknown }
  /** Nothing. */
  | { readonly isGone: true }
  /** Of some values others. */
  | { readonly values: Readonly<Record<string, unknown>> }
  /** This, where there was nothing. */
  | { readonly missing: unknown }
  /** What no step says: a hook, or another type. */
  | { readonly isOpen: true };

/** What steps lose of a resource, by paths of the older version: `shelf`, `parcels[].weight`. */
export function declaredLosses(
  version: ComposedVersion,
  resource: ComposedResource,
): Record<string, DeclaredLoss> {
  const paths = lossyPaths(version, resource).map((path) => wholeOf(path, resource.down));
  const nulls = shownNulls(resource).map((path) => [path, { isOpen: true }] as const);
  return Object.fromEntries([
    ...(losesInputs(version, resource) ? [['input', { isOpen: true }] as const] : []),
    ...nulls,
    ...paths.map((path) => [path, lossOf(version, resource, path)] as const),
  ]);
}

/** Whether it is a history, and no longer keeps something that is sent along with a transition. */
function losesInputs(
  { newest }: ComposedVersion,
  { newest: name, down }: ComposedResource,
): boolean {
  const kept = newest.resources[name]?.historyOf;
  const input = down.find((member) => member.name === 'input')?.expression;
  if (kept === undefined || input?.kind !== 'choice') return false;
  const all = customOperationInputs(newest, kept);
  return input.cases.some(([segment, shown]) => {
    if (shown.kind !== 'object') return false;
    const isKept = (each: Expression) =>
      each.kind === 'member' && !Object.hasOwn(all[segment] ?? {}, each.name);
    const isSaid = (each: Expression) => each.kind === 'either' && each.first.kind === 'value';
    return shown.members.some(([, each]) => isKept(each) || isSaid(each));
  });
}

/** The object or list around a member that is gone, or always the same, as a whole; the member itself where there is none. */
function wholeOf(path: string, down: readonly Member[]): string {
  const segments = path.split('.');
  const around = segments.slice(0, -1).map((_, index) =>
    segments
      .slice(0, index + 1)
      .join('.')
      .replace(/\[\]$/, ''),
  );
  const whole = around.find((each) => {
    const expression = memberAt(down, each, 'newest')?.expression;
    return expression !== undefined && (isAbsent(expression) || expression.kind === 'value');
  });
  return whole ?? path;
}

function lossOf(
  { specification }: ComposedVersion,
  { older, down, up }: ComposedResource,
  path: string,
): DeclaredLoss {
  const open = { isOpen: true } as const;
  const expression = down.find(({ name }) => name === path)?.expression;
  const field = fieldsOf(specification, older)[path];
  if (expression === undefined || field === undefined) return open;
  if (isAbsent(expression)) return { isGone: true };
  // No answer shows it, whatever the steps make of it.
  if (field.writeOnly) return open;
  if (expression.kind === 'value') return { shown: expression.value };
  const all = [expression, ...up.map((member) => member.expression)];
  if (all.some((each) => has(each, 'hook'))) return open;
  const back = (value: unknown): unknown =>
    evaluate(expression, { newest: [evaluateAll(up, { older: [{ [path]: value }] })] });
  if (field.type === 'enum') {
    const changed = (field.values ?? []).map((value) => [value, back(value)] as const);
    return { values: Object.fromEntries(changed.filter(([value, shown]) => value !== shown)) };
  }
  const missing = back(undefined);
  return hasConversion(expression) || missing === undefined ? open : { missing };
}

function hasConversion(expression: Expression): boolean {
  return (['convert', 'join', 'part', 'list', 'object'] as const).some((kind) =>
    has(expression, kind),
  );
}
