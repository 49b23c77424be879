import { wordsOf } from '../../errors/problem-document.ts';
import type { Application } from '../application.ts';
import type { Components } from './components.ts';
import { originHeaders, problemHeaders } from './headers.ts';

/** One answer for each status that the paths refer to, in every format of problems. */
export function problemResponses(
  application: Application,
  components: Components,
  paths: object,
): Record<string, object> {
  const { catalogue, representations, textsFor } = application;
  const texts = textsFor(undefined);
  const types = [...catalogue.values()].sort((a, b) => a.status - b.status);
  const text = JSON.stringify(paths);
  const statuses = [...new Set(types.map((type) => type.status))].filter((status) =>
    text.includes(`"#/components/responses/Problem${String(status)}"`),
  );
  const content = Object.fromEntries(
    representations.map(({ problems }) => [
      problems.mediaType,
      { schema: components.refer(problems.schema) },
    ]),
  );
  return Object.fromEntries(
    statuses.map((status) => {
      const codes = types.filter((type) => type.status === status);
      return [
        `Problem${String(status)}`,
        {
          description: codes
            .map((type) => `\`${type.code}\`: ${wordsOf(type, texts).title}.`)
            .join(' '),
          headers: {
            // Retry-After says when to repeat the request.
            ...problemHeaders(status, application, text),
            ...originHeaders(application),
          },
          content,
        },
      ];
    }),
  );
}
