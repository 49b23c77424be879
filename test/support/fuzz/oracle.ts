import { parseXml } from '@rgrove/parse-xml';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { headerOf, type RawAnswer } from './connection.ts';
import {
  escapePointer,
  type DocumentedOperation,
  type DocumentedResponse,
  type OpenApi,
} from './document.ts';
import type { Finding } from './findings.ts';
import { leaksIn } from './leaks.ts';
import type { FuzzRequest } from './request.ts';
import { codeOf, jsonOf } from './rows.ts';

export interface Oracle {
  /** Everything that is wrong about an answer. */
  validate(request: FuzzRequest, answer: RawAnswer): Finding[];
}

/** Of the connection, and of the body as such (RFC 9110, section 8 and RFC 9112). */
const transport = new Set([
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
]);
/** Of an answer that says what else could be asked for (RFC 9110, sections 10.2.1 and 12.5; RFC 5789, section 3.1). */
const ofOtherMethods = new Set(['allow', 'accept-patch']);
const ofPreflights = /^access-control-/;

/**
 * Codes of problems with which a request that keeps to the document can be refused: what is stored forbids it, or all that
 * is permitted in it is too much at once.
 */
const ofState =
  /^(not-found|transition-not-allowed|guard-not-met|uri-too-long|conflict|.*-conflict|referenced|precondition-(failed|required)|idempotency-key-(in-flight|reused))$/;

/** @param secrets texts that may be in no answer */
export function oracleOf(document: OpenApi, secrets: readonly string[]): Oracle {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: false,
    validateFormats: true,
    formats: {
      ...fullFormats,
      'time-local': /^\d{2}:\d{2}:\d{2}$/,
      decimal: /^-?\d+(\.\d+)?$/,
      int64: /^-?\d+$/,
      'iso-duration': /^P(\d+[YMWD])*(T(\d+(\.\d{1,3})?[HMS])+)?$/,
    },
  });
  ajv.addSchema(document.root, 'document');
  const problem = Object.values(document.operations[0]?.responses ?? {}).find(
    (_, index, all) => index === all.length - 1,
  );

  /** Why a value is not what the schema at a JSON Pointer describes. */
  function invalidity(pointer: string, value: unknown): string | undefined {
    const reference = pointer.split('/').map(encodeURIComponent).join('/');
    const validate = ajv.getSchema(`document#${reference}`);
    if (validate === undefined) return `the document has no ${pointer}`;
    return validate(value) === true ? undefined : ajv.errorsText(validate.errors);
  }

  function validate(request: FuzzRequest, answer: RawAnswer): Finding[] {
    const { status } = answer;
    const path = request.target.replace(/[?#].*$/s, '');
    const operation =
      request.garbage === undefined ? document.find(request.method, path) : undefined;
    const place = operation === undefined ? 'elsewhere' : `${request.method} ${operation.path}`;
    const found = (kind: Finding['kind'], what: string, detail = ''): Finding => ({
      kind,
      // The same header is missing everywhere, or nowhere.
      signature: `${kind}: ${kind.endsWith('-header') ? '' : `${place} `}${String(status)} ${what}`,
      detail,
    });
    const findings = leaksIn(answer, secrets).map(({ name, excerpt }) =>
      found('leak', name, excerpt),
    );
    if (status >= 500 && !isOfConnection(request, status)) {
      findings.push(found('server-error', '', answer.body.toString().slice(0, 500)));
    }
    const response = operation?.responses[String(status)];
    if (response !== undefined && operation !== undefined) {
      findings.push(...validateContent(request, answer, response, found));
      findings.push(...validateHeaders(request, answer, response, found));
    } else if (operation !== undefined && !isOfConnection(request, status)) {
      findings.push(found('undocumented-status', '', answer.body.toString().slice(0, 500)));
    } else {
      findings.push(...validateElsewhere(request, answer, found));
    }
    if (operation !== undefined)
      findings.push(...validateVerdict(request, answer, operation, found));
    return findings;
  }

  function validateContent(
    { method }: FuzzRequest,
    answer: RawAnswer,
    { content, pointer }: DocumentedResponse,
    found: Found,
  ): Finding[] {
    const type = typeOf(answer);
    if (type === undefined) {
      return answer.body.length === 0 ? [] : [found('undocumented-type', 'none')];
    }
    // It tells the type of what is not sent.
    if (answer.status === 304) return [];
    if (!Object.hasOwn(content, type)) return [found('undocumented-type', type)];
    if (method === 'HEAD') return [];
    if (/[/+]xml$/.test(type)) return validateXml(answer, found);
    const isJson = /[/+]json$/.test(type);
    const value = isJson ? jsonOf(answer) : answer.body.toString();
    if (isJson && value === undefined) return [found('invalid-body', 'no JSON')];
    const why = invalidity(`${pointer}/content/${escapePointer(type)}/schema`, value);
    return why === undefined ? [] : [found('invalid-body', `${type} ${withoutIndices(why)}`, why)];
  }

  function validateHeaders(
    { headers: asked }: FuzzRequest,
    answer: RawAnswer,
    { headers }: DocumentedResponse,
    found: Found,
  ): Finding[] {
    const isPreflight = asked.some(([name]) => /^access-control-request/i.test(name));
    return answer.headers.flatMap(([name, value]): Finding[] => {
      const lower = name.toLowerCase();
      if (transport.has(lower) || (isPreflight && ofPreflights.test(lower))) return [];
      const schema = headers.get(lower);
      if (schema === undefined) return [found('undocumented-header', lower, value)];
      const typed = schema['type'] === 'integer' ? Number(value) : value;
      if (ajv.validate(schema, typed)) return [];
      return [found('invalid-header', `${lower} ${ajv.errorsText()}`, value)];
    });
  }

  /** What is no operation is refused by a problem like any other. */
  function validateElsewhere(request: FuzzRequest, answer: RawAnswer, found: Found): Finding[] {
    const { status } = answer;
    const path = request.target.replace(/[?#].*$/s, '');
    const isAsked = request.method === 'OPTIONS' && (document.knows(path) || path === '*');
    const isRoot = request.garbage !== undefined;
    if (status < 400) {
      return isAsked || isRoot || isHidden(path)
        ? []
        : [found('undocumented-status', 'of no operation')];
    }
    if (request.method === 'HEAD') return [];
    const type = typeOf(answer) ?? '';
    if (problem === undefined || !Object.hasOwn(problem.content, type)) {
      return [found('undocumented-type', type)];
    }
    const findings = validateContent(request, answer, problem, found);
    const headers = new Map([
      ...problem.headers,
      ...[...ofOtherMethods].map((name) => [name, {}] as const),
    ]);
    return [...findings, ...validateHeaders(request, answer, { ...problem, headers }, found)];
  }

  /** Whether what the document permits was taken, and what it forbids was not. */
  function validateVerdict(
    request: FuzzRequest,
    answer: RawAnswer,
    operation: DocumentedOperation,
    found: Found,
  ): Finding[] {
    const { status } = answer;
    if (request.isValid && status >= 400) {
      const code = codeOf(answer) ?? '';
      const isOfState = request.method === 'HEAD' || ofState.test(code);
      return isOfState ? [] : [found('valid-refused', code, answer.body.toString().slice(0, 700))];
    }
    const type = request.headers.findLast(([name]) => name.toLowerCase() === 'content-type')?.[1];
    if (status >= 300 || type === undefined || request.body === undefined) return [];
    if (request.body.length === 0 && !operation.needsBody) return [];
    const mediaType = type.replace(/;.*$/s, '').trim().toLowerCase();
    if (!Object.hasOwn(operation.bodies, mediaType) || !/[/+]json$/.test(mediaType)) return [];
    const pointer = `${operation.pointer}/requestBody/content/${escapePointer(mediaType)}/schema`;
    const value = jsonOf({ ...answer, body: request.body });
    const why = value === undefined ? 'no JSON' : invalidity(pointer, value);
    return why === undefined
      ? []
      : [found('invalid-accepted', `${mediaType} ${withoutIndices(why)}`, why)];
  }

  return { validate };
}

type Found = (kind: Finding['kind'], what: string, detail?: string) => Finding;

function validateXml(answer: RawAnswer, found: Found): Finding[] {
  try {
    parseXml(answer.body.toString());
    return [];
  } catch (error) {
    return [found('invalid-body', 'no XML', String(error))];
  }
}

function typeOf(answer: RawAnswer): string | undefined {
  return headerOf(answer, 'content-type')?.replace(/;.*$/s, '').trim().toLowerCase();
}

/** Files of the documentation and addresses outside the interface. */
function isHidden(path: string): boolean {
  return path.startsWith('/docs/') || path.startsWith('http');
}

/** Statuses that belong to the connection, and what in a request may bring them about. */
function isOfConnection(request: FuzzRequest, status: number): boolean {
  const { headers } = request;
  const has = (name: string) => headers.some(([each]) => each.toLowerCase() === name);
  const size = headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
  switch (status) {
    case 417:
      return has('expect');
    case 431:
      return size > 8000;
    case 501:
      return mayBeUnknown(request);
    case 505:
      return request.garbage !== undefined;
    default:
      return false;
  }
}

function mayBeUnknown({ method, headers, garbage }: FuzzRequest): boolean {
  return (
    garbage !== undefined ||
    !/^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|TRACE|QUERY)$/.test(method) ||
    headers.some(([name]) => name.toLowerCase() === 'transfer-encoding')
  );
}

function withoutIndices(text: string): string {
  return text.replaceAll(/\/\d+/g, '/n');
}
