import type { Transaction } from 'kysely';
import type { Caller } from '../authentication/caller.ts';

/** Behaviours that came with a version, by their names. A service that has some lists them in `src/versioning/behaviours.ts`. */
export interface Behaviours {}

/** What a rule may use besides the resource itself. */
export interface RuleContext<Tables> {
  readonly caller: Caller;
  /** The instant of the request. */
  readonly now: Date;
  /** Whether the version of the request has a behaviour; the newest one has them all. */
  behaves(behaviour: keyof Behaviours & string): boolean;
  /** Everything that a rule changes through it commits, or fails, together with the request. */
  readonly transaction: Transaction<Tables>;
}

type Result = void | Promise<void>;

/**
 * Rules of one kind of resource. All are optional. To refuse a request, throw `new Problem(…)`: nothing of it is
 * then stored. `before…` rules may change the draft; `after…` rules run before the commit.
 *
 * @typeParam Stored the resource as it is kept, with members that clients only write
 * @typeParam Draft what is about to be kept: the same without the members that the service sets
 */
export interface ResourceRules<Stored, Draft, Tables> {
  beforeCreate?(draft: Draft, context: RuleContext<Tables>): Result;
  afterCreate?(created: Stored, context: RuleContext<Tables>): Result;
  /** For PUT and for PATCH, which differ only in how the draft came about. */
  beforeUpdate?(draft: Draft, stored: Stored, context: RuleContext<Tables>): Result;
  afterUpdate?(updated: Stored, before: Stored, context: RuleContext<Tables>): Result;
  beforeDelete?(stored: Stored, context: RuleContext<Tables>): Result;
  afterDelete?(deleted: Stored, context: RuleContext<Tables>): Result;
  /**
   * Before a GET shows a resource, alone or in a list. Answers to changes do not call it, and what it throws fails a whole
   * list: which rows a caller may see is a matter of `authentication.rules`.
   */
  beforeRead?(stored: Stored, context: Omit<RuleContext<Tables>, 'transaction'>): Result;
}
