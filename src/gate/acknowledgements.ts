import { textOf, type Change } from '../evolution/compare/index.ts';
import { editSpecification, type Specification } from '../specification/index.ts';

/** What `versioning.acknowledged` records of a change. */
export type Acknowledgement = NonNullable<
  NonNullable<Specification['versioning']>['acknowledged']
>[number];

/** A change that is accepted; `to` is there because a further change of the same key is another one. */
export function acknowledgementOf({ id, path, is }: Change): Acknowledgement {
  return { change: id, path, ...(is === undefined ? {} : { to: textOf(is) }) };
}

export function isAcknowledged(change: Change, all: readonly Acknowledgement[]): boolean {
  const { path, to } = acknowledgementOf(change);
  return all.some((each) => each.change === change.id && each.path === path && each.to === to);
}

/** Whether one of these names the change: by its identifier, or by that, `@` and its path. */
export function isNamed({ id, path }: Change, names: readonly string[]): boolean {
  return names.includes(id) || names.includes(nameOf({ id, path }));
}

/** One change alone, as `--acknowledge` takes it. */
export function nameOf({ id, path }: Pick<Change, 'id' | 'path'>): string {
  return `${id}@${path}`;
}

/** The text of the specification with these recorded besides. */
export function recorded(
  text: string,
  before: readonly Acknowledgement[],
  changes: readonly Change[],
): string {
  if (changes.length === 0) return text;
  const value = [...before, ...changes.map((change) => acknowledgementOf(change))];
  return editSpecification(text, [{ path: ['versioning', 'acknowledged'], value }]);
}
