import type { ResolvedSpecification } from '../../specification/index.ts';
import { frozenErrors } from './frozen-schema.ts';

/** The number of this format; a later one has a higher number. */
const FORMAT = 1;

/** Characters of a frozen specification: more than the largest `service.yaml` that is read can become. */
const mostCharacters = 16 * 1024 ** 2;

export type FrozenReading =
  | { readonly ok: true; readonly specification: ResolvedSpecification }
  | { readonly ok: false; readonly message: string };

/** `contracts/v1/1.0.0/specification.json`: the specification with every default filled in, so that none can change it. */
export function freezeSpecification(specification: ResolvedSpecification): string {
  return `${JSON.stringify({ format: FORMAT, ...specification }, null, 2)}\n`;
}

/** Reads what `freezeSpecification` wrote. Never throws. */
export function readFrozen(text: string): FrozenReading {
  if (text.length > mostCharacters) {
    return { ok: false, message: `it is longer than ${String(mostCharacters)} characters` };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, message: 'it is not JSON' };
  }
  const format = formatOf(value);
  if (format !== FORMAT) {
    return {
      ok: false,
      message:
        typeof format === 'number' && format > FORMAT
          ? `its format is ${String(format)}, which a later generator wrote`
          : `it does not say "format": ${String(FORMAT)}`,
    };
  }
  const [error] = frozenErrors(value);
  if (error !== undefined) return { ok: false, message: error };
  const { format: _, ...specification } = value as ResolvedSpecification & { format: number };
  return { ok: true, specification };
}

function formatOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'format' in value
    ? value.format
    : undefined;
}
