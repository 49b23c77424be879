import type { Issue, Path } from './issue.ts';
import type { ResolvedSpecification } from './resolved.ts';

/** What starter kits make of a specification. Handed in by what knows kits, so that reading needs no file but its own. */
export interface Kits {
  readonly apply: (written: Readonly<Record<string, unknown>>) => Applied;
  /** What policies of the kits forbid, of a specification that is right in all else. */
  readonly validate: (resolved: ResolvedSpecification) => Issue[];
}

export interface Applied {
  /** What holds: what is written, with the defaults and the locked values of the kits. */
  readonly value: unknown;
  /** Of what is written against a kit. */
  readonly issues: readonly Issue[];
  /** The kit that a value comes from which is not written, as a message names it. */
  readonly origin: (path: Path) => string | undefined;
}
