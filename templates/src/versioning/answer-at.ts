import type { Answer, Operation } from '../endpoints/route.ts';

/** An answer of the newest version with the status and the address that an older one has for it. */
export function answerAt({ older }: Pick<Operation, 'older'>, answer: Answer): Answer {
  if (older === undefined) return answer;
  const { status, location } = answer;
  return {
    ...answer,
    status: older.statuses[status] ?? status,
    ...(location === undefined ? {} : { location: older.pathOf(location) }),
  };
}
