import type { ResourceModel } from '../../model/model.ts';
import type { ResolvedField } from '../../specification/index.ts';
import { sampleOf } from '../../model/samples/sample.ts';

/** Identifiers of what an example refers to: of version 7, and of nothing. */
const parentId = '019bc0fd-89c0-7000-8000-000000000002';
const referenceId = '019bc0fd-89c0-7000-8000-000000000003';

/** A value for each field that has one: what is sent along in an example. None where a required field has no value. */
export function exampleOfFields(
  fields: Readonly<Record<string, ResolvedField>>,
): Readonly<Record<string, unknown>>[] {
  const values = Object.entries(fields).map(([name, field]) => ({
    name,
    isNeeded: field.required,
    value: valueOf(name, field),
  }));
  if (values.some(({ isNeeded, value }) => isNeeded && value === undefined)) return [];
  const sent = values.filter(({ value }) => value !== undefined);
  return [Object.fromEntries(sent.map(({ name, value }) => [name, value]))];
}

function valueOf(name: string, field: ResolvedField): unknown {
  if (field.type === 'reference') return referenceId;
  return field.example ?? field.default ?? sampleOf(field, 0, name);
}

/**
 * What the OpenAPI document shows of a resource: the first example row of the specification, completed by what can be
 * made up. None where a member that is always there has no value that could be made up.
 */
export function exampleView({ fields, parents, examples }: ResourceModel) {
  const [row = {}] = examples;
  const values = fields.map(({ name, field, isAlwaysPresent }) => ({
    name,
    isNeeded: isAlwaysPresent || field.required,
    value: field.type === 'reference' ? referenceId : (row[name] ?? valueOf(name, field)),
  }));
  if (values.some(({ isNeeded, value }) => isNeeded && value === undefined)) return { example: [] };
  const parent = parents.at(-1);
  return {
    example: [
      {
        ...(parent === undefined ? {} : { [parent.idParameter]: parentId }),
        ...Object.fromEntries(
          values.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])),
        ),
      },
    ],
  };
}
