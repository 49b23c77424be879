import { defined } from '../plain.ts';
import type { ResolvedAction, ResolvedField } from '../resolved.ts';
import type { Action, Field } from '../schema.ts';
import { resolveGuard } from './guard.ts';
import { resolveInputs } from './input.ts';

/** `written` are the fields of the resource as in the file, `fields` all that it has. */
export function resolveAction(
  action: Action,
  written: Readonly<Record<string, Field>>,
  fields: Readonly<Record<string, ResolvedField>>,
): ResolvedAction {
  return {
    ...defined({ description: action.description, deprecated: action.deprecated }),
    when: resolveGuard(action.when, fields),
    input: resolveInputs(action.input, written),
    async: action.async ?? false,
  };
}
