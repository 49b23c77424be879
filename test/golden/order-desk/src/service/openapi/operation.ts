import { builtIn } from '../../errors/built-in.ts';
import type { ProblemType } from '../../errors/problem.ts';
import type { AnswerDescription, Operation } from '../../endpoints/route.ts';
import type { Application } from '../application.ts';
import type { Components } from './components.ts';

type Json = Readonly<Record<string, unknown>>;

/** One operation (OpenAPI 3.1, section 4.8.10). */
export function operationObject(
  application: Application,
  components: Components,
  operation: Operation,
): Json {
  const { body, query } = operation;
  const parameters = (query?.parameters ?? []).map(({ name, description, schema }) => ({
    name,
    in: 'query',
    description,
    schema: components.refer(schema),
    // Repeated, not joined: `status=a&status=b`.
    ...((schema as { type?: string }).type === 'array' ? { style: 'form', explode: true } : {}),
  }));
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
            content: Object.fromEntries(
              Object.entries(body.schemas).map(([mediaType, schema]) => [
                mediaType,
                { schema: components.refer(schema) },
              ]),
            ),
          },
        }),
    responses: {
      ...Object.fromEntries(
        Object.entries(operation.answers).map(([status, answer]) => [
          status,
          answerObject(components, operation, answer),
        ]),
      ),
      ...problemAnswers(application, operation),
    },
  };
}

function answerObject(
  components: Components,
  operation: Operation,
  { description, schema, headers }: AnswerDescription,
): Json {
  const mediaType = operation.mediaType ?? 'application/json';
  const content = schema ?? (mediaType === 'application/json' ? undefined : { type: 'string' });
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
    ...(content === undefined
      ? {}
      : { content: { [mediaType]: { schema: components.refer(content) } } }),
  };
}

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
