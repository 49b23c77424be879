export type Json = Readonly<Record<string, unknown>>;

/** An OpenAPI document, with its references followed. */
export interface OpenApi {
  readonly root: Json;
  readonly operations: readonly DocumentedOperation[];
  /** What a value is after its reference, if it is one. */
  resolve(value: unknown): Json;
  /** The operation and the path item that a request is addressed to. */
  find(method: string, path: string): DocumentedOperation | undefined;
  /** Whether there is anything at a path, by whatever method. */
  knows(path: string): boolean;
}

export interface DocumentedOperation {
  /** In upper case. */
  readonly method: string;
  /** With placeholders: `/v1/orders/{orderId}`. */
  readonly path: string;
  /** JSON Pointer to it. */
  readonly pointer: string;
  readonly queryParameters: readonly DocumentedParameter[];
  readonly headerParameters: readonly DocumentedParameter[];
  /** Schemas of the body by media type; empty where there is none. */
  readonly bodies: Readonly<Record<string, Json>>;
  /** Whether there must be one. */
  readonly needsBody: boolean;
  /** Answers by status. */
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
  readonly isPublic: boolean;
}

export interface DocumentedParameter {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: Json;
}

export interface DocumentedResponse {
  /** JSON Pointer to it. */
  readonly pointer: string;
  /** Schemas by the names of the headers, in lower case. */
  readonly headers: ReadonlyMap<string, Json>;
  /** Schemas by media type. */
  readonly content: Readonly<Record<string, Json>>;
}

const methods = /^(get|put|post|delete|patch|head|options|trace)$/;

export function openApi(root: Json): OpenApi {
  const resolve = (value: unknown): Json => at(root, follow(root, value, '').pointer, value);

  const operations = Object.entries(object(root['paths'])).flatMap(([path, item]) =>
    Object.entries(object(item))
      .filter(([method]) => methods.test(method))
      .map(([method, operation]) => operationOf(path, method, object(operation))),
  );
  const patterns = operations.map((operation) => ({
    operation,
    pattern: pathPattern(operation.path),
  }));

  function operationOf(path: string, method: string, operation: Json): DocumentedOperation {
    const pointer = `/paths/${escapePointer(path)}/${method}`;
    const parameters = list(operation['parameters']).map(resolve);
    const within = (place: string) =>
      parameters
        .filter((parameter) => parameter['in'] === place)
        .map((parameter) => ({
          name: String(parameter['name']),
          isRequired: parameter['required'] === true,
          schema: object(parameter['schema']),
        }));
    const responses = Object.entries(object(operation['responses'])).map(([status, response]) => [
      status,
      responseOf(response, `${pointer}/responses/${status}`),
    ]);
    return {
      method: method.toUpperCase(),
      path,
      pointer,
      queryParameters: within('query'),
      headerParameters: within('header'),
      bodies: contentOf(resolve(operation['requestBody'])),
      needsBody: resolve(operation['requestBody'])['required'] === true,
      responses: Object.fromEntries(responses) as Record<string, DocumentedResponse>,
      isPublic: list(operation['security'] ?? root['security'] ?? []).length === 0,
    };
  }

  function responseOf(response: unknown, place: string): DocumentedResponse {
    const { pointer } = follow(root, response, place);
    const found = resolve(response);
    const headers = Object.entries(object(found['headers'])).map(
      ([name, header]) => [name.toLowerCase(), object(resolve(header)['schema'])] as const,
    );
    return { pointer, headers: new Map(headers), content: contentOf(found) };
  }

  return {
    root,
    operations,
    resolve,
    find(method, path) {
      const asked = method === 'HEAD' ? 'GET' : method;
      return patterns.find(
        ({ operation, pattern }) => operation.method === asked && pattern.test(path),
      )?.operation;
    },
    knows: (path) => patterns.some(({ pattern }) => pattern.test(path)),
  };
}

export function object(value: unknown): Json {
  return isObject(value) ? value : {};
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** What paths with placeholders lead to. */
export function pathPattern(template: string): RegExp {
  return new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}

/** RFC 6901, section 3. */
export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function contentOf(described: Json): Record<string, Json> {
  const types = Object.entries(object(described['content']));
  return Object.fromEntries(types.map(([type, media]) => [type, object(object(media)['schema'])]));
}

/** Where a chain of references ends. */
function follow(root: Json, value: unknown, place: string): { readonly pointer: string } {
  const { $ref } = object(value);
  if (typeof $ref !== 'string') return { pointer: place };
  return follow(root, at(root, $ref.slice(1), {}), $ref.slice(1));
}

function at(root: Json, pointer: string, otherwise: unknown): Json {
  if (pointer === '') return object(otherwise);
  return pointer
    .split('/')
    .slice(1)
    .reduce<Json>(
      (value, name) => object(value[name.replaceAll('~1', '/').replaceAll('~0', '~')]),
      root,
    );
}
