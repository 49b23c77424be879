import type { ResourceModel } from '../../model/model.ts';
import { sampleOf } from '../../model/samples/sample.ts';

/** Identifiers of what an example refers to: of version 7, and of nothing. */
const parentId = '019bc0fd-89c0-7000-8000-000000000002';
const referenceId = '019bc0fd-89c0-7000-8000-000000000003';

/**
 * What the OpenAPI document shows of a resource: the first example row of the specification, completed by what can be
 * made up. None where a member that is always there has no value that could be made up.
 */
export function exampleView({ fields, parents, examples }: ResourceModel) {
  const [row = {}] = examples;
  const values = fields.map(({ name, field, isAlwaysPresent }) => ({
    name,
    isNeeded: isAlwaysPresent || field.required,
    value:
      field.type === 'reference'
        ? referenceId
        : (row[name] ?? field.example ?? field.default ?? sampleOf(field, 0, name)),
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
