import type { Answer, Operation } from '../endpoints/route.ts';

/** An answer of the newest version with the status and the address that an older one has for it. */
export function answerAt({ older }: Pick<Operation, 'older'>, answer: Answer): Answer {
  if (older === undefined) return answer;
  const { location } = answer;
  const status = older.statuses[answer.status] ?? answer.status;
  if (location !== undefined) return { ...answer, status, location: older.pathOf(location) };
  return status === answer.status ? answer : { ...answer, status };
}
