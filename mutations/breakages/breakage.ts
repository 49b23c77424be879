/** A behaviour of a generated service that is switched off, to see the rule that names it turn red. */
export interface Breakage {
  /** The rule that must fail; of an older version that differs, a part of the title of its proof. */
  readonly rule: string;
  /** What the service does then. */
  readonly does: string;
  /** The service that shows the rule. */
  readonly fixture: FixtureName;
  /** Below the service's `src`. */
  readonly file: string;
  /** Text of the file, once in it. */
  readonly from: string;
  readonly to: string;
}

/**
 * `acme` has one version, which is its newest; `versions` has four of one shape and everything that can happen to one, and
 * `header` the same, named by a header, of which clients that name none have the last but one; `evolving` has four that
 * differ; `deprecated` has single features that are deprecated.
 */
export type FixtureName = 'acme' | 'versions' | 'header' | 'evolving' | 'deprecated';

/** Of the service that shows every rule about one version. */
export function breakage(
  rule: string,
  does: string,
  file: string,
  from: string,
  to: string,
): Breakage {
  return { rule, does, fixture: 'acme', file, from, to };
}

/** Of another one. */
export function breakageOf(
  fixture: FixtureName,
): (rule: string, does: string, file: string, from: string, to: string) => Breakage {
  return (rule, does, file, from, to) => ({ rule, does, fixture, file, from, to });
}
