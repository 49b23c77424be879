import {
  memberOf,
  membersOf,
  itemsOf,
  referenceIn,
  textOf,
  type Part,
  type Source,
} from '../source.ts';

const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace'] as const;
type HttpMethod = (typeof methods)[number];

export interface Operation {
  readonly method: HttpMethod;
  /** As the document writes it. */
  readonly address: string;
  readonly part: Part;
  /** Of the operation, and of its path where it has none of that name. */
  readonly parameters: readonly Parameter[];
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly isRequired: boolean;
  readonly part: Part;
}

/** `GET /orders/{id}` */
export function shownOperation({ method, address }: Operation): string {
  return `${method.toUpperCase()} ${address}`;
}

/** All operations of a path. */
export function operationsOf(address: string, pathItem: Part, source: Source): Operation[] {
  const item = referenceIn(pathItem) === undefined ? pathItem : source.deref(pathItem);
  if (item === undefined) return [];
  const shared = parametersOf(item, source);
  return methods.flatMap((method) => {
    const part = memberOf(item, method);
    if (part === undefined || membersOf(part).length === 0) return [];
    const own = parametersOf(part, source);
    const isOverridden = ({ name, in: place }: Parameter) =>
      own.some((each) => each.name === name && each.in === place);
    const parameters = [...shared.filter((each) => !isOverridden(each)), ...own];
    return [{ method, address, part, parameters }];
  });
}

function parametersOf(part: Part, source: Source): Parameter[] {
  return itemsOf(memberOf(part, 'parameters')).flatMap((each) => {
    const parameter = source.deref(each);
    if (parameter === undefined) return [];
    const [name, place] = [textOf(parameter, 'name'), textOf(parameter, 'in')];
    if (name === undefined || place === undefined) return [];
    const isRequired = memberOf(parameter, 'required')?.value === true;
    return [{ name, in: place, isRequired, part: parameter }];
  });
}

/** The schema of a parameter, whichever of its two ways it is written in. */
export function parameterSchema({ part }: Parameter): Part | undefined {
  const [first] = membersOf(memberOf(part, 'content'));
  return memberOf(part, 'schema') ?? (first && memberOf(first[1], 'schema'));
}

/** The statuses of the answers that are described. */
export function statusesOf(operation: Operation): string[] {
  return membersOf(memberOf(operation.part, 'responses')).map(([status]) => status);
}

/** The schema of the JSON body of the answer to a request that went well. */
export function answerSchema(operation: Operation, source: Source): Part | undefined {
  const responses = membersOf(memberOf(operation.part, 'responses'));
  const good = responses
    .filter(([status]) => status.startsWith('2'))
    .concat(responses.filter(([status]) => status === 'default' && responses.length === 1));
  for (const [, response] of good) {
    const found = source.deref(response);
    const content = found && jsonContent(found);
    const schema = content && memberOf(content.part, 'schema');
    if (schema !== undefined) return schema;
  }
  return undefined;
}

/** The schema of the body of a request. */
export function bodySchema(operation: Operation, source: Source): Part | undefined {
  const content = bodyContent(operation, source);
  return content && memberOf(content.part, 'schema');
}

/** The body of a request that is read as JSON, and its media type. */
export function bodyContent(
  operation: Operation,
  source: Source,
): { readonly type: string; readonly part: Part } | undefined {
  const written = memberOf(operation.part, 'requestBody');
  const body = written && source.deref(written);
  if (body === undefined) return undefined;
  return jsonContent(body) ?? formContent(body);
}

/** The media types that bodies of requests have besides the one that is read. */
export function otherBodies(operation: Operation, source: Source): Part[] {
  const written = memberOf(operation.part, 'requestBody');
  const body = written && source.deref(written);
  return body === undefined ? [] : otherContents(body, jsonContent(body) ?? formContent(body));
}

/** The media types that answers to requests that went well have besides the one that is read. */
export function otherAnswers({ part }: Operation, source: Source): Part[] {
  return membersOf(memberOf(part, 'responses'))
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, response]) => source.deref(response) ?? [])
    .flatMap((each) => otherContents(each, jsonContent(each)));
}

function otherContents(holder: Part, read: { readonly type: string } | undefined): Part[] {
  return membersOf(memberOf(holder, 'content'))
    .filter(([type]) => type !== read?.type)
    .map(([, content]) => content);
}

function jsonContent(holder: Part) {
  return contentOf(holder, (type) =>
    /^(application|text)\/([^;]*\+)?json(;|$)|^\*\/\*$|^application\/\*$/i.test(type),
  );
}

function formContent(holder: Part) {
  return contentOf(holder, (type) =>
    /^(application\/x-www-form-urlencoded|multipart\/form-data)/i.test(type),
  );
}

function contentOf(holder: Part, suits: (type: string) => boolean) {
  const found = membersOf(memberOf(holder, 'content')).find(([type]) => suits(type));
  return found && { type: found[0], part: found[1] };
}
