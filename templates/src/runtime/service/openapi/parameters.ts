import type { QueryParameter } from '../../endpoints/query.ts';
import type { Operation } from '../../endpoints/route.ts';
import { Type } from '../../resources/type.ts';
import type { SelectorDescription } from '../../versioning/selector-description.ts';
import type { Application } from '../application.ts';
import type { Components } from './components.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * Query and header parameters of an operation (OpenAPI 3.1, section 4.8.12).
 *
 * @param selector how its version is asked for; absent: it belongs to none
 */
export function parametersOf(
  application: Application,
  components: Components,
  operation: Operation,
  selector?: SelectorDescription,
): Json[] {
  return [
    ...(selector?.parameters ?? []).map(({ schema, required, ...parameter }) => ({
      ...parameter,
      ...(required ? { required } : {}),
      schema: components.refer(schema),
    })),
    ...queryParameters(application, operation).map(
      ({ name, description, schema, isDeprecated }) => ({
        name,
        in: 'query',
        description,
        ...(isDeprecated === true ? { deprecated: true } : {}),
        schema: components.refer(schema),
        // Repeated, not joined: `status=a&status=b`.
        ...((schema as { type?: string }).type === 'array' ? { style: 'form', explode: true } : {}),
      }),
    ),
    ...headerParameters(application, operation),
  ];
}

/** Under the names of the operation, and under those that a representation has for them. */
function queryParameters(
  { representations }: Application,
  { query, resource }: Operation,
): QueryParameter[] {
  const parameters = query?.parameters ?? [];
  if (resource === undefined) return [...parameters];
  const others = representations.flatMap(({ mediaType, queryNames }) =>
    queryNames === undefined
      ? []
      : parameters.flatMap((parameter) => {
          const { name, description } = parameter;
          const named = queryNames.write(name);
          return named === name
            ? []
            : [
                {
                  ...parameter,
                  name: named,
                  description: `${description} For \`${mediaType}\` only.`,
                },
              ];
        }),
  );
  const own = parameters.map((parameter) => {
    const renaming = representations.filter(
      ({ queryNames }) => (queryNames?.write(parameter.name) ?? parameter.name) !== parameter.name,
    );
    const types = renaming.map(({ mediaType }) => `\`${mediaType}\``).join(', ');
    return renaming.length === 0
      ? representations.reduce(
          (each, { queryNames }) => queryNames?.describe?.(each) ?? each,
          parameter,
        )
      : { ...parameter, description: `${parameter.description} Not for ${types}.` };
  });
  return [...own, ...others];
}

function headerParameters(application: Application, operation: Operation): Json[] {
  const { preconditions, idempotencyKey, resource, body, cacheControl } = operation;
  return [
    ...(cacheControl === undefined
      ? []
      : [
          header(
            'If-None-Match',
            'The ETag of what the client has already (RFC 9110, section 13.1.2).',
            1000,
          ),
        ]),
    // Each of the two is a precondition, so neither is required by itself.
    ...(preconditions === undefined
      ? []
      : [
          header(
            'If-Match',
            'The ETag of the state that the change was made for (RFC 9110, section 13.1.1).',
            1000,
          ),
          header(
            'If-None-Match',
            '`*` where the resource must not exist yet (RFC 9110, section 13.1.2).',
            1000,
          ),
        ]),
    ...(idempotencyKey === undefined || application.idempotency === undefined
      ? []
      : [
          header(
            'Idempotency-Key',
            'Chosen by the client, in quotation marks: a repetition with the same key gets the first answer.',
            300,
            idempotencyKey === 'required',
            idempotencyKeyExample,
          ),
        ]),
    ...(body === undefined || resource === undefined
      ? []
      : [
          header(
            'Prefer',
            '`return=minimal` or `return=representation` (RFC 7240, section 4.2).',
            200,
          ),
        ]),
  ];
}

/** The documentation fills it in, and sends another one instead. */
export const idempotencyKeyExample = '"8e03978e-40d5-43e8-bc93-6894a57f9324"';

function header(
  name: string,
  description: string,
  maxLength: number,
  required = false,
  example?: string,
): Json {
  return {
    name,
    in: 'header',
    description,
    ...(required ? { required } : {}),
    ...(required && example !== undefined ? { example } : {}),
    schema: Type.String({ maxLength }),
  };
}
