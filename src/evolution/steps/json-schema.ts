import { shareParts } from '../../specification/shared-schema.ts';
import { stepSchema } from './schema.ts';

/** The JSON Schema (draft 2020-12) of `contracts/1-to-2.yaml`, for editors. A new object every time. */
export function stepJsonSchema(): Record<string, unknown> {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:generator-resource-service:step.schema.json',
    title: 'A step between two versions',
    ...stepSchema,
  };
  return shareParts(JSON.parse(JSON.stringify(schema)));
}
