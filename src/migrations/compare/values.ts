import { fieldOf } from '../table.ts';
import { oneOf, type Asking } from '../../evolution/asking.ts';
import type { KnownChanges } from './known-changes.ts';
import type { NamedColumn } from './match-columns.ts';

/**
 * New values by those of an enum, or of the states, that are no longer there. What is not among them stays as it is.
 *
 * @returns undefined where there is no answer yet
 */
export function replacedValues(
  resource: string,
  before: NamedColumn,
  present: NamedColumn,
  known: KnownChanges,
  asked: Asking,
): Readonly<Record<string, string>> {
  const [was, is] = [fieldOf(before), fieldOf(present)];
  if (was?.values === undefined || is?.values === undefined) return {};
  const { field, values, isState } = is;
  const said = known.values.get(`${resource}.${field}`)?.value ?? {};
  const replaced = new Map<string, string>();
  for (const value of was.values.filter((each) => !values.includes(each))) {
    const other = Object.hasOwn(said, value) ? said[value] : undefined;
    if (other !== undefined && values.includes(other)) {
      replaced.set(value, other);
      continue;
    }
    const answer = askFor(value, { resource, field, values, isState: isState === true }, asked);
    if (answer !== undefined && answer !== value) replaced.set(value, answer);
  }
  return Object.fromEntries(replaced);
}

function askFor(
  value: string,
  about: {
    readonly resource: string;
    readonly field: string;
    readonly values: readonly string[];
    readonly isState: boolean;
  },
  asked: Asking,
): string | undefined {
  const { resource, field, values, isState } = about;
  // A row in a state that the machine does not have could never leave it.
  const possible = isState ? values : [...values, value];
  return asked.ask<string>(
    {
      place: isState
        ? `states.${resource}.removed.${value}`
        : `resources.${resource}.fields.${field}.removed.${value}`,
      text: isState
        ? `Which state do rows of "${resource}" get that are in the state "${value}", which is no longer there?`
        : `What do rows of "${resource}" get that have the value "${value}" in the field "${field}", which it no longer has?`,
      help: isState
        ? `One of the states ${values.join(', ')}.`
        : `One of the values ${values.join(', ')}; or "${value}", and these rows keep it as a legacy value.`,
      choices: possible.map((each) => ({
        value: each,
        says: each === value ? `they keep "${value}" as a legacy value` : `"${each}"`,
      })),
      isOpen: false,
    },
    oneOf(possible),
  );
}
