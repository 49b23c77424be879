import type { ChangeClass, Effect, Found, Row, Rows } from './change.ts';

const severity = { 'n/a': 0, 'non-breaking': 1, 'edge-case': 2, breaking: 3 } as const;
const actions = { 'non-breaking': 'pass', 'edge-case': 'review', breaking: 'version' } as const;

/** A row whose class is the worse of the two effects and whose action follows from its class, unless `others` say otherwise. */
export function row(
  change: string,
  request: Effect,
  response: Effect,
  others: Partial<Omit<Row, 'change' | 'request' | 'response'>> = {},
): Row {
  const [worse] = [request, response].toSorted((a, b) => severity[b] - severity[a]);
  const effect: ChangeClass = worse === undefined || worse === 'n/a' ? 'non-breaking' : worse;
  return {
    change,
    request,
    response,
    class: effect,
    action: actions[others.class ?? effect],
    lens: 'not-needed',
    ...others,
  };
}

/** A row about what is harmless for everybody. */
export function harmless(change: string): Row {
  return row(change, 'non-breaking', 'non-breaking');
}

/** Makes what was found of the rows of one part, so that only their identifiers can be written. */
export function finding<R extends Rows>(_rows: R) {
  return (id: keyof R & string, path: string, was?: unknown, is?: unknown): Found => ({
    id,
    path,
    ...(was === undefined ? {} : { was }),
    ...(is === undefined ? {} : { is }),
  });
}
