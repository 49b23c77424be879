import { things, type Attack, type Input, type Make } from './attack.ts';
import { cookies, fields, tokens, type Fields } from './fields.ts';
import { hal, json, jsonApi, jsonPatch, mergePatch, repeated } from './json-bodies.ts';
import { targets } from './targets.ts';
import { xml } from './xml-bodies.ts';

/** @param thing path of a resource that there is */
export function inputs(thing: string): readonly Input[] {
  const create = { method: 'POST', path: things };
  const update = { method: 'PATCH', path: thing };
  return [
    ...bodies('XML', 'application/xml', xml, create),
    ...bodies('JSON', 'application/json', json, create),
    ...bodies('Idempotency-Key', 'application/json', repeated, create, {
      'idempotency-key': '"a"',
    }),
    ...bodies('JSON:API', 'application/vnd.api+json', jsonApi, create),
    ...bodies('HAL', 'application/hal+json', hal, create),
    ...bodies('merge patch', 'application/merge-patch+json', mergePatch, update),
    ...bodies('JSON Patch', 'application/json-patch+json', jsonPatch, update),
    ...inputsOf('query', 'uri', targets, (path) => ({ method: 'GET', path, headers: {} })),
    ...headers('headers', fields),
    many,
    ...headers('cookies', cookies),
    ...headers('tokens', tokens),
  ];

  function headers(reader: string, made: Fields): Input[] {
    return Object.entries(made).map(([name, [field, make]]) => ({
      reader,
      name,
      part: 'headers',
      make: (size) => ({ method: 'GET', path: thing, headers: { [field]: make(size) } }),
    }));
  }
}

function bodies(
  reader: string,
  contentType: string,
  made: Readonly<Record<string, Make>>,
  target: Pick<Attack, 'method' | 'path'>,
  others: Attack['headers'] = {},
): Input[] {
  const headers = { 'content-type': contentType, ...others };
  return inputsOf(reader, 'body', made, (body) => ({ ...target, headers, body }));
}

function inputsOf(
  reader: string,
  part: Input['part'],
  made: Readonly<Record<string, Make>>,
  attackOf: (text: string) => Attack,
): Input[] {
  return Object.entries(made).map(([name, make]) => ({
    reader,
    name,
    part,
    make: (size) => attackOf(make(size)),
  }));
}

/** As many as Node takes. */
const many: Input = {
  reader: 'headers',
  name: 'many of them',
  part: 'headers',
  make: (size) => ({
    method: 'GET',
    path: things,
    headers: Object.fromEntries(
      Array.from({ length: Math.min(1500, size / 20) }, (_, at) => [`a${String(at)}`, '1']),
    ),
  }),
};
