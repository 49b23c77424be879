import { validateValue } from '../../specification/values/value.ts';
import { resolveValue } from '../../specification/resolve/values.ts';
import { isMapping } from '../../specification/plain.ts';
import type { ResolvedField } from '../../specification/index.ts';
import type { Asking, Choice } from '../asking.ts';

/** Whose fields are drafted, and what is known of them. */
export interface About {
  /** Before the path of a field in the places of questions: `resources.order.fields`. */
  readonly place: string;
  /** In the words of questions: `of "order"`. */
  readonly whose: string;
  /** Whether the fields are what is sent along with an action: they are never shown. */
  readonly isInput: boolean;
  readonly asked: Asking;
  /** The former path of a field; undefined: the specification does not say. */
  formerName(path: string): string | undefined;
  /** Present values by the former ones, as far as the specification says. */
  valuesOf(path: string): Readonly<Record<string, string>>;
}

/** A place of a question about one field. */
export function placeOf({ place }: About, path: string, what: string): string {
  return `${place}.${path}.${what}`;
}

/** What can be chosen of the values of a field: all where they are few. */
export function valueChoices(field: ResolvedField): Choice[] {
  const values = field.type === 'enum' ? field.values : field.type === 'boolean' ? flags : [];
  return values.map((value) => ({ value, says: JSON.stringify(value) }));
}

const flags = [true, false] as const;

/** Answers a question by a function that a person writes. */
export const byHook = { by: 'hook' } as const;
export const hookChoice: Choice = { value: byHook, says: 'a function decides; you write it' };

export function isHook(answer: unknown): boolean {
  return isMapping(answer) && answer['by'] === 'hook' && Object.keys(answer).length === 1;
}

/** Reads a value of a field, in the form in which the service shows it. */
export function valueOf(field: ResolvedField) {
  return (answer: unknown) => {
    const problem = validateValue(field, answer);
    return problem === undefined ? { value: { value: resolveValue(field, answer) } } : { problem };
  };
}
