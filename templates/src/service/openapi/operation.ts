import { builtIn } from '../../errors/built-in.ts';
import type { ProblemType } from '../../errors/problem.ts';
import { Type, type TSchema } from 'typebox';
import { readersOf } from '../../endpoints/formats-offered.ts';
import type { AnswerDescription, BodyDescription, Operation } from '../../endpoints/route.ts';
import type { Application } from '../application.ts';
import type { Components } from './components.ts';
import { parametersOf } from './parameters.ts';

type Json = Readonly<Record<string, unknown>>;

/** One operation (OpenAPI 3.1, section 4.8.10). */
export function operationObject(
  application: Application,
  components: Components,
  operation: Operation,
): Json {
  const { body } = operation;
  const parameters = parametersOf(application, components, operation);
  return {
    operationId: operation.id,
    summary: operation.summary,
    ...(operation.description === undefined ? {} : { description: operation.description }),
    tags: [operation.tag],
    ...(operation.isPublic && application.mechanism !== undefined ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: bodyContent(application, components, operation, body),
          },
        }),
    responses: {
      ...Object.fromEntries(
        Object.entries(operation.answers).map(([status, answer]) => [
          status,
          answerObject(application, components, operation, answer),
        ]),
      ),
      ...problemAnswers(application, operation),
    },
  };
}

function bodyContent(
  application: Application,
  components: Components,
  operation: Operation,
  { schemas, holds }: BodyDescription<unknown>,
): Json {
  const { resource } = operation;
  return Object.fromEntries(
    readersOf(application, operation).map((reader) => {
      const schema = schemas[reader.mediaType] ?? schemas['application/json'];
      const described =
        resource === undefined
          ? schema
          : reader.describe(schema, { description: resource, isNew: holds === 'new' });
      return [reader.mediaType, { schema: components.refer(described) }];
    }),
  );
}

function answerObject(
  application: Application,
  components: Components,
  operation: Operation,
  { description, shows, schema, headers }: AnswerDescription,
): Json {
  const { resource } = operation;
  const mediaType = operation.mediaType ?? 'application/json';
  const ofDocument = schema ?? (mediaType === 'application/json' ? undefined : textSchema);
  const content =
    shows !== undefined && resource !== undefined
      ? application.representations.map((each) => [
          each.mediaType,
          shows === 'page' ? each.describePage(resource) : each.describeResource(resource),
        ])
      : ofDocument === undefined
        ? []
        : [[mediaType, ofDocument]];
  return {
    description,
    ...(headers === undefined
      ? {}
      : {
          headers: Object.fromEntries(
            Object.entries(headers).map(([name, text]) => [
              name,
              { description: text, schema: { type: 'string' } },
            ]),
          ),
        }),
    ...(content.length === 0
      ? {}
      : {
          content: Object.fromEntries(
            (content as [string, TSchema][]).map(([type, shown]) => [
              type,
              { schema: components.refer(shown) },
            ]),
          ),
        }),
  };
}

const textSchema = Type.String({ maxLength: 10_000_000 });

/** Statuses of the problems that an operation can answer with, by reference. */
function problemAnswers(application: Application, operation: Operation): Json {
  const types: ProblemType[] = [
    builtIn.malformedRequest,
    ...(operation.isPublic || application.mechanism === undefined ? [] : [builtIn.unauthenticated]),
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
