import type { Catalogue } from '../errors/problem-document.ts';
import type { VersionAdapter } from './adapter.ts';

/** Every problem, by its newest code, with the code and the status that an older version has for it. */
export function catalogueAt(catalogue: Catalogue, { errors = {} }: VersionAdapter): Catalogue {
  return new Map(
    [...catalogue].map(([code, type]) => [code, { ...type, ...errors[code] }] as const),
  );
}

/** Every problem of any version, by each code that it has; where versions disagree, as the newest has it. */
export function catalogueOfAll(
  catalogue: Catalogue,
  adapters: Iterable<VersionAdapter>,
): Catalogue {
  const older = [...adapters].flatMap((adapter) => [...catalogueAt(catalogue, adapter).values()]);
  return new Map([...older.map((type) => [type.code, type] as const), ...catalogue]);
}
