import { atKey, complainedValue, type Issue, type Path } from '../issue.ts';
import { own } from '../plain.ts';
import { resolveField } from '../resolve/field.ts';
import { stateField, statesOf } from '../resolve/states.ts';
import type { ResolvedField } from '../resolved.ts';
import type { Field, Resource } from '../schema.ts';
import { shown } from '../shown.ts';
import { validateValue } from '../values/value.ts';
import { stateFieldName } from './rows.ts';
import { exampleCount, fieldNames, resourcesOf, type CheckContext } from './check-context.ts';
import { uniqueExampleIssues } from './unique-examples.ts';
import { unknownField } from './unique.ts';

type Row = Readonly<Record<string, unknown>>;
type Validator = (value: unknown) => string | undefined;

/** Example rows are rows that the service would keep. Fields in `unclear` have issues of their own and are passed over. */
export function exampleIssues(context: CheckContext, unclear: ReadonlySet<Field>): Issue[] {
  return resourcesOf(context).flatMap(([name, resource]) => {
    const { examples = [] } = resource;
    if (examples.length === 0) return [];
    const path = ['resources', name, 'examples'];
    const validators = validatorsOf(context, name, resource, unclear);
    const rows = examples.flatMap((row, position) =>
      rowIssues(row, [...path, position], validators),
    );
    const missing = examples.flatMap((row, position) =>
      missingIssues(resource, row, [...path, position]),
    );
    const { rules = [] } = context.valid.authentication ?? {};
    const within = rules.filter((rule) => rule.resource === name).map(({ field }) => field);
    return rows.concat(missing, uniqueExampleIssues(resource, path, within));
  });
}

function rowIssues(row: Row, path: Path, validators: ReadonlyMap<string, Validator>): Issue[] {
  return Object.entries(row).flatMap(([key, value]) => {
    const validate = validators.get(key);
    const place = [...path, key];
    return validate === undefined
      ? [atKey(place, unknownField(key, [...validators.keys()]))]
      : complainedValue(place, 'value', validate(value));
  });
}

function missingIssues(resource: Resource, row: Row, path: Path): Issue[] {
  return Object.entries(resource.fields).flatMap(([name, field]) => {
    if (field.required !== true || field.type === 'reference' || Object.hasOwn(row, name))
      return [];
    const message = `the example has no "${name}", which is required`;
    return [atKey([...path, name], { code: 'missing-key', message })];
  });
}

/** How to check each member that a row may have: its fields and the name of its parent. */
function validatorsOf(
  context: CheckContext,
  name: string,
  resource: Resource,
  unclear: ReadonlySet<Field>,
): Map<string, Validator> {
  const validators = new Map<string, Validator>();
  const { parent } = resource;
  if (parent !== undefined) validators.set(parent, (value) => validateRow(context, parent, value));
  for (const key of fieldNames(context, name)) {
    const field = own(resource.fields, key);
    const isClear = field !== undefined && !unclear.has(field);
    validators.set(key, isClear ? validatorOf(context, resolveField(field)) : () => undefined);
  }
  const state = stateFieldName(context, name);
  const machine = own(context.valid.states, name);
  if (state !== undefined && !validators.has(state)) {
    const field = machine && stateField({ states: statesOf(machine), initial: machine.initial });
    validators.set(state, field === undefined ? () => undefined : validatorOf(context, field));
  }
  return validators;
}

function validatorOf(context: CheckContext, field: ResolvedField): Validator {
  if (field.type !== 'reference') return (value) => validateValue(field, value);
  return (value) =>
    value === null && field.nullable ? undefined : validateRow(context, field.to, value);
}

/** A reference in an example is the number of an example row; where none are written there is one to be made up. */
function validateRow(context: CheckContext, target: string, value: unknown): string | undefined {
  if (own(context.valid.resources, target) === undefined) return undefined;
  const rows = exampleCount(context, target) ?? 1;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= rows) {
    return undefined;
  }
  const range = rows === 1 ? '1' : `1 to ${rows}`;
  return `${shown(value)} is not the number of an example of "${target}", ${range}`;
}
