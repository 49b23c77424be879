import { Type } from 'typebox';
import { problemMediaType } from '../../errors/problem-document.ts';
import type { Application } from '../application.ts';

const Violation = Type.Object(
  {
    in: Type.Enum(['body', 'query', 'path', 'header']),
    at: Type.String({ description: 'JSON Pointer into the body, or the name of the parameter.' }),
    code: Type.String(),
    detail: Type.String(),
  },
  { description: 'One fault of a request.' },
);

const ProblemSchema = Type.Object(
  {
    type: Type.String({
      format: 'uri',
      description: 'Identifies the kind of problem, and explains it.',
    }),
    title: Type.String(),
    status: Type.Integer({ minimum: 400, maximum: 599 }),
    detail: Type.String({ description: 'What happened and what to do about it.' }),
    code: Type.String({ description: 'The kind of problem in short.' }),
    traceId: Type.String({ description: 'Tell it to the owner of the service.' }),
    errors: Type.Optional(Type.Array(Violation)),
  },
  { description: 'Problem details (RFC 9457). Further members may follow.' },
);

export const problemComponents = {
  schemas: { Problem: ProblemSchema },

  /** One answer for each status that the paths refer to. */
  responses({ catalogue }: Application, paths: object): Record<string, object> {
    const types = [...catalogue.values()].sort((a, b) => a.status - b.status);
    const text = JSON.stringify(paths);
    const statuses = [...new Set(types.map((type) => type.status))].filter((status) =>
      text.includes(`"#/components/responses/Problem${String(status)}"`),
    );
    return Object.fromEntries(
      statuses.map((status) => {
        const codes = types.filter((type) => type.status === status);
        return [
          `Problem${String(status)}`,
          {
            description: codes.map((type) => `\`${type.code}\`: ${type.title}.`).join(' '),
            content: {
              [problemMediaType]: { schema: { $ref: '#/components/schemas/Problem' } },
            },
          },
        ];
      }),
    );
  },
};
