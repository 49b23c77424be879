import { isDeepStrictEqual } from 'node:util';

/** A hook of a step, by its directions. */
type Hook = Readonly<Record<string, (given: never) => unknown>>;

interface Call {
  readonly hook: object;
  readonly direction: string;
  readonly given: unknown;
  readonly answer: unknown;
}

/**
 * The hooks that convert one body: several members may be made of the same answer, and code that people wrote is called once for
 * it.
 */
export function hookCalls() {
  const calls: Call[] = [];
  return <H extends Hook, Direction extends string & keyof H>(
    hook: H,
    direction: Direction,
    given: Parameters<H[Direction]>[0],
  ): ReturnType<H[Direction]> => {
    const known = calls.find(
      (call) =>
        call.hook === hook && call.direction === direction && isDeepStrictEqual(call.given, given),
    );
    if (known !== undefined) return known.answer as ReturnType<H[Direction]>;
    const answer = hook[direction]?.(given) as ReturnType<H[Direction]>;
    calls.push({ hook, direction, given, answer });
    return answer;
  };
}
