import { stepJsonSchema } from '../src/evolution/steps/json-schema.ts';
import { jsonSchema } from '../src/specification/json-schema.ts';
import { printSchema } from './print-schema.ts';

/** Paths below `templates/` of the JSON Schemas for editors, and their texts. */
export function editorSchemas(): ReadonlyMap<string, string> {
  return new Map([
    ['_resource-service/service.schema.json', printSchema(jsonSchema())],
    ['_resource-service/step.schema.json', printSchema(stepJsonSchema())],
  ]);
}
