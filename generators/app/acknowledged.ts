import type { Failure } from '../command/failure.ts';
import { usage } from '../command/usage.ts';

/** Values of `--acknowledge` that name no change. The table of changes is loaded where there are such values. */
export async function unknownAcknowledgements(
  given: readonly string[] = [],
): Promise<readonly Failure[]> {
  if (given.length === 0) return [];
  const { isRow } = await import('../../src/evolution/compare/index.ts');
  return given
    .filter((value) => !isRow(value.split('@')[0] ?? ''))
    .map((value) =>
      usage(
        '--acknowledge',
        `${JSON.stringify(value)} is no identifier of a change.`,
        'Write it as the refusal names it, such as --acknowledge C03.',
      ),
    );
}
