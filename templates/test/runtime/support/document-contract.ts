import assert from 'node:assert/strict';
import { selector } from '../../contract.ts';
import type { TestAnswer } from './client.ts';
import { schemasOf } from './document-schemas.ts';
import { followed as addressOf } from './links.ts';

type Json = Readonly<Record<string, unknown>>;

/** An operation as the OpenAPI document has it. */
export interface DocumentedOperation {
  readonly method: string;
  /** As tests write it, with placeholders: `/v1/orders/{orderId}`. */
  readonly path: string;
  readonly id: string;
  readonly isPublic: boolean;
  /** Whether its answers tell a version. */
  readonly isVersioned: boolean;
  /** Names of the query parameters that plain JSON has. */
  readonly parameters: readonly string[];
  /** Whether a request may carry an Idempotency-Key. */
  readonly takesKey: boolean;
  /** Whether it needs one. */
  readonly demandsKey: boolean;
  /** Media types of the body; none where there is none. */
  readonly accepts: readonly string[];
  /** Media types of the successes. */
  readonly offers: readonly string[];
  readonly statuses: readonly number[];
}

/**
 * What the OpenAPI document promises, to hold answers against. Whatever names the version in the document, here it is the
 * first segment of every path, and no media type does.
 */
export interface Contract {
  readonly document: Json;
  readonly operations: readonly DocumentedOperation[];
  /** What a request asks for. */
  find(method: string, url: string): DocumentedOperation | undefined;
  /** What a JSON Pointer into the document leads to, through references. */
  schema(pointer: string): Json;
  /** Fails unless a value is what the schema at a JSON Pointer describes. */
  assertValid(pointer: string, value: unknown, what: string): void;
  /** Whether the document lets a member of a JSON body have a value. */
  permits(method: string, path: string, member: string, value: unknown): boolean;
  /** Fails unless the document says that such a request may be answered so. */
  check(method: string, url: string, answer: TestAnswer): void;
}

/** Answers that belong to the connection, and therefore to every operation. */
const undocumented = new Set([408, 417, 431, 501, 505]);

/** Headers of the message and not of what it says (RFC 9110, sections 6.6 and 8; RFC 9112). */
const ofMessages = new Set([
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
  // For clients of old; the document tells the fields of the standard alone.
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
]);

export function contractOf(given: Json): Contract {
  const document = asTestsHaveIt(given);
  const ajv = schemasOf(document);
  const operations = operationsOf(document);
  const problemTypes = problemTypesOf(document);
  const patterns = operations.map((operation) => ({ operation, pattern: patternOf(operation) }));

  function assertValid(pointer: string, value: unknown, what: string): void {
    const validate = ajv.getSchema(referenceTo(pointer));
    assert.ok(validate !== undefined, `${what}: the document has no ${pointer}`);
    assert.ok(validate(value), `${what}: ${ajv.errorsText(validate.errors)}`);
  }

  function find(method: string, url: string): DocumentedOperation | undefined {
    const [path = ''] = addressOf(url).split('?', 1);
    const asked = method === 'HEAD' ? 'GET' : method;
    const there = patterns.filter(({ pattern }) => pattern.test(path));
    // A path without placeholders goes before one with them (OpenAPI 3.1, section 4.8.8.2).
    const exact = there.filter(({ operation }) => operation.path === path);
    return (exact.length > 0 ? exact : there).find(({ operation }) => operation.method === asked)
      ?.operation;
  }

  function check(method: string, url: string, answer: TestAnswer): void {
    const { status, headers, text, body } = answer;
    const what = `${method} ${url} answers ${String(status)}`;
    const type = (headers.get('content-type') ?? '').split(';', 1)[0] ?? '';
    const hasBody = method !== 'HEAD';
    if (status >= 400) {
      assert.ok(Object.hasOwn(problemTypes, type), `${what} as ${type}`);
      if (hasBody && /[/+]json$/.test(type)) {
        assertValid(`${problemTypes[type] ?? ''}/schema`, body, what);
        const { errors: [first] = [] } = body as { errors?: readonly { status?: unknown }[] };
        const shown = type === 'application/problem+json' ? body['status'] : first?.status;
        assert.equal(Number(shown), status, what);
      }
    }
    const operation = find(method, url);
    if (operation === undefined || undocumented.has(status)) return;
    assert.ok(operation.statuses.includes(status), `${what}, which ${operation.id} does not tell`);
    const pointer = answerPointer(document, operation, status);
    const documented = headersOf(document, pointer);
    const undescribed = [...headers.keys()].filter(
      (name) => !ofMessages.has(name) && !documented.has(name),
    );
    assert.deepEqual(undescribed, [], `headers of ${what}`);
    const content = contentOf(document, pointer);
    if (content === undefined) {
      assert.ok(text === '', `${what} with a body that is not documented`);
      return;
    }
    const { description } = at(document, pointer);
    const isWithheld = String(description).endsWith(
      'Without a body for callers that may not read it.',
    );
    if (isWithheld && text === '' && type === '') return;
    // RFC 7240, section 4.2.
    if (headers.get('preference-applied') === 'return=minimal' && text === '') return;
    assert.ok(Object.hasOwn(content, type), `${what} as ${type}`);
    if (!hasBody) return;
    const isJson = /[/+]json$/.test(type);
    // What is no JSON but has a structure, such as XML, has tests of its own.
    if (isJson || type.startsWith('text/')) {
      assertValid(`${pointer}/content/${escape(type)}/schema`, isJson ? body : text, what);
    }
  }

  function permits(method: string, path: string, member: string, value: unknown): boolean {
    const body = `/paths/${escape(path)}/${method.toLowerCase()}/requestBody/content`;
    const { $ref } = at(document, `${body}/${escape('application/json')}/schema`);
    const pointer = `${String($ref).slice(1)}/properties/${escape(member)}`;
    const {
      'x-minimum': low = -Infinity,
      'x-exclusiveMinimum': above = -Infinity,
      'x-maximum': high = Infinity,
      'x-exclusiveMaximum': below = Infinity,
      'x-multipleOf': step,
    } = at(document, pointer);
    const isOutside =
      Number(value) < Number(low) ||
      Number(value) <= Number(above) ||
      Number(value) > Number(high) ||
      Number(value) >= Number(below);
    if (isOutside || (step !== undefined && Number(value) % Number(step) !== 0)) return false;
    const validate = ajv.getSchema(referenceTo(pointer));
    return validate?.(value) === true;
  }

  return {
    document,
    operations,
    find,
    permits,
    schema: (pointer) => followed(document, pointer),
    assertValid,
    check,
  };
}

/** The document with the addresses and the media types that the tests have for those in it. */
function asTestsHaveIt(document: Json): Json {
  const paths = Object.entries(object(document['paths'])).map(([path, item]) => {
    const address = addressOf(path);
    return [address, withPlainTypes(item, address)];
  });
  return { ...document, paths: Object.fromEntries(paths) };
}

function withPlainTypes(value: unknown, address: string): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => withPlainTypes(each, address));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]: [string, unknown]) => [
    name.includes('/') ? selector.plain(name, address) : name,
    // What is below a schema is data.
    name === 'schema' || name === 'example' ? member : withPlainTypes(member, address),
  ]);
  return Object.fromEntries(members);
}

/** Pointers to the problems in the document, by their media types. */
function problemTypesOf(document: Json): Readonly<Record<string, string>> {
  const [response = ''] = Object.keys(object(object(document['components'])['responses']));
  const pointer = `/components/responses/${response}`;
  const types = Object.keys(contentOf(document, pointer) ?? {});
  return Object.fromEntries(types.map((type) => [type, `${pointer}/content/${escape(type)}`]));
}

function referenceTo(pointer: string): string {
  return `document#${pointer.split('/').map(encodeURIComponent).join('/')}`;
}

function operationsOf(document: Json): DocumentedOperation[] {
  const paths = Object.entries(object(document['paths']));
  return paths.flatMap(([path, item]) =>
    Object.entries(object(item))
      .filter(([method]) => /^(get|post|put|patch|delete)$/.test(method))
      .map(([method, value]) => {
        const operation = object(value);
        const responses = object(operation['responses']);
        const parameters = (operation['parameters'] ?? []) as readonly {
          readonly name: string;
          readonly in: string;
          readonly required?: boolean;
        }[];
        const pointer = `/paths/${escape(path)}/${method}`;
        return {
          method: method.toUpperCase(),
          path,
          id: String(operation['operationId']),
          isPublic: isPublic(document, operation),
          isVersioned: Object.keys(responses).some(
            (status) =>
              Number(status) < 400 &&
              headersOf(document, `${pointer}/responses/${status}`).has('x-api-version'),
          ),
          parameters: parameters
            .filter(
              ({ in: place, name }) =>
                place === 'query' &&
                !/^(page|filter)\[/.test(name) &&
                !selector.ownParameters.includes(name),
            )
            .map(({ name }) => name),
          takesKey: parameters.some(({ name }) => name === 'Idempotency-Key'),
          demandsKey: parameters.some(
            ({ name, required }) => name === 'Idempotency-Key' && required === true,
          ),
          accepts: Object.keys(object(object(operation['requestBody'])['content'])),
          offers: offersOf(document, pointer, Object.keys(responses)),
          statuses: Object.keys(responses).map(Number),
        };
      }),
  );
}

function offersOf(document: Json, pointer: string, statuses: readonly string[]): string[] {
  const successes = statuses.filter((status) => Number(status) < 400);
  const types = successes.flatMap((status) =>
    Object.keys(contentOf(document, `${pointer}/responses/${status}`) ?? {}),
  );
  return [...new Set(types)];
}

/** OpenAPI 3.1, section 4.8.2: what an operation says of security replaces what the document says. */
function isPublic(document: Json, operation: Json): boolean {
  const security = (operation['security'] ?? document['security'] ?? []) as readonly unknown[];
  return security.length === 0;
}

function patternOf({ path }: DocumentedOperation): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}

function answerPointer(
  document: Json,
  { method, path }: DocumentedOperation,
  status: number,
): string {
  const pointer = `/paths/${escape(path)}/${method.toLowerCase()}/responses/${String(status)}`;
  const { $ref } = at(document, pointer);
  return typeof $ref === 'string' ? $ref.slice(1) : pointer;
}

function contentOf(document: Json, pointer: string): Json | undefined {
  const { content } = followed(document, pointer);
  return content === undefined ? undefined : object(content);
}

/** Names of the headers of an answer, in lower case. */
function headersOf(document: Json, pointer: string): ReadonlySet<string> {
  const names = Object.keys(object(followed(document, pointer)['headers']));
  return new Set(names.map((name) => name.toLowerCase()));
}

function followed(document: Json, pointer: string): Json {
  const value = at(document, pointer);
  const { $ref } = value;
  return typeof $ref === 'string' ? followed(document, $ref.slice(1)) : value;
}

function at(document: Json, pointer: string): Json {
  const names = pointer.split('/').slice(1);
  return names.reduce(
    (value, name) => object(value[name.replaceAll('~1', '/').replaceAll('~0', '~')]),
    document,
  );
}

function object(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

/** RFC 6901, section 3. */
function escape(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
