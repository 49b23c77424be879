import { Type } from '../resources/type.ts';

const Violation = Type.Object(
  {
    in: Type.Enum(['body', 'query', 'path', 'header']),
    at: Type.String({
      maxLength: 500,
      description: 'JSON Pointer into the body, or the name of the parameter.',
    }),
    code: Type.String({ maxLength: 100 }),
    detail: Type.String({ maxLength: 20_000 }),
  },
  { description: 'One fault of a request.' },
);

/** Problem details (RFC 9457) as the OpenAPI document shows them. */
export const ProblemSchema = Type.Object(
  {
    type: Type.String({
      format: 'uri',
      maxLength: 2048,
      description: 'Identifies the kind of problem, and explains it.',
    }),
    title: Type.String({ maxLength: 1000 }),
    status: Type.Integer({ minimum: 400, maximum: 599, format: 'int32' }),
    detail: Type.String({
      maxLength: 20_000,
      description: 'What happened and what to do about it.',
    }),
    code: Type.String({ maxLength: 100, description: 'The kind of problem in short.' }),
    traceId: Type.String({ maxLength: 32, description: 'Tell it to the owner of the service.' }),
    'violated-policies': Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), {
        maxItems: 10,
        description: 'Names of the policies that permit no more for now.',
      }),
    ),
    errors: Type.Optional(Type.Array(Violation, { maxItems: 100 })),
  },
  {
    title: 'Problem',
    description: 'Problem details (RFC 9457). Further members may follow.',
  },
);
