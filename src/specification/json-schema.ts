import { definitions, specificationSchema } from './schema.ts';
import { joinAlike, shareParts } from './shared-schema.ts';

/**
 * The JSON Schema (draft 2020-12) of `service.yaml`, for editors and for anything that checks the file without this
 * package: what is there several times is defined once. A new object every time.
 */
export function jsonSchema(): Record<string, unknown> {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:generator-resource-service:service.schema.json',
    title: 'service.yaml',
    ...specificationSchema,
    $defs: definitions,
  };
  return shareParts(joinAlike(JSON.parse(JSON.stringify(schema, withoutDiscriminator))));
}

/** `discriminator` is a keyword of OpenAPI, which the validator knows and JSON Schema does not. */
function withoutDiscriminator(key: string, value: unknown): unknown {
  return key === 'discriminator' ? undefined : value;
}
