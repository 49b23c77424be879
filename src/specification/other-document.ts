import { own } from './plain.ts';
import { shown } from './shown.ts';

/** Documents that people have already, by the key that tells them. */
const documents: Readonly<Record<string, string>> = {
  openapi: 'an OpenAPI document',
  swagger: 'an OpenAPI document',
  asyncapi: 'an AsyncAPI document',
  $schema: 'a JSON Schema',
};

/** What a file is that is no specification at all: one sentence instead of one for each of its keys. */
export function otherDocument(
  value: Readonly<Record<string, unknown>>,
): { key: string; message: string } | undefined {
  if (own(value, 'service') !== undefined || own(value, 'resources') !== undefined)
    return undefined;
  const key = Object.keys(documents).find((each) => own(value, each) !== undefined);
  if (key === undefined) return undefined;
  const version = key === '$schema' ? '' : ` (${key} ${shown(own(value, key))})`;
  const whatToDo =
    key === 'openapi'
      ? 'make one of it with "resource-service import FILE"'
      : 'write the resources that it describes: start with "resource-service NAME", or from one of the examples';
  const message = `this is ${documents[key] ?? ''}${version} and not the specification of a service, which names the service and its resources; ${whatToDo}`;
  return { key, message };
}
