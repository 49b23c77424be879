import { builtIn } from '../../errors/built-in.ts';
import type { ProblemType } from '../../errors/problem.ts';
import { pageFormat, readersOf } from '../../endpoints/formats-offered.ts';
import type { AnswerDescription, BodyDescription, Operation } from '../../endpoints/route.ts';
import type {
  BodyReader,
  Content,
  Members,
} from '../../endpoints/representations/representation.ts';
import type { ResourceDescription } from '../../endpoints/resource-description.ts';
import { Type } from '../../resources/type.ts';
import type { ApiVersion } from '../../versioning/version.ts';
import type { Application } from '../application.ts';
import type { Components } from './components.ts';
import type { Asked } from './document.ts';
import { exampleOf } from './example.ts';
import { answerHeaders, originHeaders } from './headers.ts';
import { parametersOf } from './parameters.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * One operation (OpenAPI 3.1, section 4.8.10).
 *
 * @param asked absent: it belongs to no version
 */
export function operationObject(
  application: Application,
  components: Components,
  operation: Operation,
  asked?: Asked,
): Json {
  const { body } = operation;
  const parameters = parametersOf(application, components, operation, asked?.selector);
  return {
    operationId: operation.id,
    summary: operation.summary,
    ...(operation.description === undefined ? {} : { description: operation.description }),
    tags: [operation.tag],
    ...(asked?.isDeprecated || operation.deprecation?.isWhole ? { deprecated: true } : {}),
    ...security(application, operation),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: !body.isOptional,
            content: bodyContent(application, components, operation, body, asked),
          },
        }),
    responses: {
      ...Object.fromEntries(
        Object.entries(answersOf(operation)).map(([status, answer]) => [
          status,
          answerObject(application, components, operation, answer, {
            hasContent: status !== '304',
            asked,
          }),
        ]),
      ),
      ...problemAnswers(application, operation, asked),
    },
  };
}

/** What differs from the document as a whole: no credential, or certain scopes. */
function security({ authentication }: Application, { isPublic, scopes }: Operation): Json {
  if (authentication === undefined) return {};
  if (isPublic) return { security: [] };
  if (scopes === undefined) return {};
  // OpenAPI 3.1, section 4.8.30: of other schemes too the list tells what is required, though not in their own terms.
  return { security: authentication.schemes.map(({ name }) => ({ [name]: scopes })) };
}

/**
 * What may be kept can be asked for again only if it has changed (RFC 9110, section 13.1.2). The answer has the headers
 * of the one that it stands for.
 */
function answersOf({ answers, cacheControl }: Operation): Operation['answers'] {
  const { headers } = answers[200] ?? {};
  return cacheControl === undefined
    ? answers
    : {
        ...answers,
        304: {
          description: 'It is what If-None-Match names.',
          ...(headers === undefined ? {} : { headers }),
        },
      };
}

function bodyContent(
  application: Application,
  components: Components,
  operation: Operation,
  { schemas, holds }: BodyDescription<unknown>,
  asked?: Asked,
): Json {
  const { resource } = operation;
  const content = (reader: BodyReader) => {
    const schema = schemas[reader.mediaType] ?? schemas['application/json'];
    if (resource === undefined) return { schema: components.refer(schema) };
    const target = { description: resource, isNew: holds === 'new' };
    const { examples = [] } = schema as { examples?: readonly Members[] };
    return {
      schema: components.refer(reader.describe(schema, target)),
      ...Object.fromEntries(
        examples
          .slice(0, 1)
          .map((members) => ['example', reader.illustrate(members, schema, target)]),
      ),
    };
  };
  return Object.fromEntries(
    readersOf(application, operation).flatMap((reader) => {
      const { mediaType } = reader;
      const described = content(reader);
      const names = asked?.selector.bodyTypes?.(mediaType) ?? [mediaType];
      return names.map((name) => [name, described] as const);
    }),
  );
}

function answerObject(
  application: Application,
  components: Components,
  operation: Operation,
  { description, shows, schema, headers }: AnswerDescription,
  { hasContent, asked }: { readonly hasContent: boolean; readonly asked: Asked | undefined },
): Json {
  const { resource, mediaType = 'application/json' } = operation;
  const hasText = hasContent && mediaType !== 'application/json';
  const ofDocument = schema ?? (hasText ? textSchema : undefined);
  const content =
    shows !== undefined && resource !== undefined
      ? resourceContents(application, components, resource, shows, asked)
      : ofDocument === undefined
        ? {}
        : Object.fromEntries([
            ...inTypes(mediaType, asked, { schema: components.refer(ofDocument) }),
            ...(operation.page === undefined
              ? []
              : inTypes(pageFormat.mediaType, asked, { schema: components.refer(textSchema) })),
          ]);
  return {
    description: [description, ...(shows === undefined ? [] : withheldFrom(operation))].join(' '),
    headers: {
      ...answerHeaders(asked === undefined ? [] : application.versionHeaders, operation, headers),
      ...originHeaders(application),
    },
    ...(Object.keys(content).length === 0 ? {} : { content }),
  };
}

/** The description of the response for a caller that may change the resource but not read it. */
function withheldFrom({ allowed, resource }: Operation): string[] {
  const { read } = resource?.grants ?? {};
  if (read === undefined || allowed === undefined || allowed === 'authenticated') return [];
  const isReadByAll = allowed.every((grant) => read.includes(grant));
  return isReadByAll ? [] : ['Without a body for callers that may not read it.'];
}

/** A resource or a page in each representation, with an example that the representation itself writes. */
function resourceContents(
  { description, representations, textsFor, strategy }: Application,
  components: Components,
  resource: ResourceDescription,
  shows: Content['kind'],
  asked: Asked | undefined,
): Json {
  const texts = textsFor(undefined);
  const { basePath = '' } = strategy;
  const link = (path: string) =>
    asked === undefined ? basePath + path : strategy.link(asked.version, path);
  const example = exampleOf(resource, shows, link);
  return Object.fromEntries(
    representations.flatMap((representation) => {
      const schema =
        shows === 'page'
          ? representation.describePage(resource)
          : representation.describeResource(resource);
      const scene = { title: description.title, texts, link };
      return inTypes(representation.mediaType, asked, {
        schema: components.refer(schema),
        ...(example === undefined ? {} : { example: representation.illustrate(example, scene) }),
      });
    }),
  );
}

/** What an answer holds, by the media types that it has in a version for one of the service. */
function inTypes(
  mediaType: string,
  asked: Asked | undefined,
  content: Json,
): (readonly [name: string, content: Json])[] {
  const names = asked?.selector.answerTypes?.(mediaType) ?? [mediaType];
  return names.map((name) => [name, content]);
}

const textSchema = Type.String({ maxLength: 10_000_000 });

/** Statuses of the problems that an operation can answer with, by reference. */
function problemAnswers(
  application: Application,
  operation: Operation,
  asked: Asked | undefined,
): Json {
  const isOpen = operation.isPublic === true || application.authentication === undefined;
  const types: ProblemType[] = [
    builtIn.malformedRequest,
    ...(isOpen ? [] : [builtIn.unauthenticated]),
    ...(isOpen || (operation.scopes === undefined && !application.limitsAccess)
      ? []
      : [builtIn.forbidden]),
    builtIn.notAcceptable,
    ...(operation.body === undefined
      ? []
      : [builtIn.validationFailed, builtIn.contentTooLarge, builtIn.unsupportedMediaType]),
    ...(operation.query === undefined ? [] : [builtIn.validationFailed]),
    ...(operation.idempotencyKey === undefined || application.idempotency === undefined
      ? []
      : [builtIn.idempotencyKeyInFlight, builtIn.idempotencyKeyReused]),
    ...readersOf(application, operation).flatMap(({ mayAnswer = [] }) => mayAnswer),
    ...(operation.problems ?? []),
    ...(operation.isUncounted ? [] : [builtIn.quotaExceeded]),
    ...(asked?.version.sunset === undefined ? [] : [builtIn.versionRetired]),
    ...(asked === undefined ? [] : restrictionsOf(operation, asked.version)),
    builtIn.uriTooLong,
    builtIn.internalError,
    builtIn.serviceUnavailable,
  ];
  const statuses = types.map((type) => application.catalogue.get(type.code)?.status ?? type.status);
  return Object.fromEntries(
    [...new Set(statuses)]
      .sort((a, b) => a - b)
      .map((status) => [status, { $ref: `#/components/responses/Problem${String(status)}` }]),
  );
}

/** What an operation may answer one day because its version ends. */
function restrictionsOf({ id }: Operation, version: ApiVersion): ProblemType[] {
  const { brownouts, readOnly, withdrawn = [] } = version;
  return [
    ...(brownouts === undefined ? [] : [builtIn.versionSwitchedOff]),
    ...(readOnly === undefined ? [] : [builtIn.versionReadOnly]),
    ...(withdrawn.some(({ operation }) => operation === id) ? [builtIn.operationWithdrawn] : []),
    ...(version.closed === undefined ? [] : [builtIn.versionClosed]),
  ];
}
