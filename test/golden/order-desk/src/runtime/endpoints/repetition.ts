import type { Writing } from '../storage/store.ts';
import type { Answer, Operation, RequestContext } from './route.ts';

/** A request that may be the repetition of another one, known by its Idempotency-Key. */
export interface Repetition {
  /** The answer to the first request, where there was one. */
  readonly known?: Answer;
  /**
   * Makes sure that no other replica carries out the same request.
   *
   * @returns the answer to the first request, where it was given meanwhile
   * @throws {Problem} 409 when another replica is at it
   */
  begin(transaction: Writing): Promise<Answer | undefined>;
  /** Keeps the answer; it commits with what the request changed. */
  keep(transaction: Writing, answer: Answer): Promise<void>;
  /** The request has its answer, whatever it is. */
  end(): void;
}

/** Recognizes repetitions. */
export interface Idempotency {
  /**
   * What is known of a request by its Idempotency-Key (draft-ietf-httpapi-idempotency-key-header-07). A key belongs to
   * one client, method and address.
   *
   * @returns undefined where the request carries none, or the operation takes none
   * @throws {Problem} 400 for a missing or malformed key, 409 while the first request is being carried out, 422 when
   *   the first request was another one
   */
  recognize(
    operation: Operation,
    context: RequestContext,
    body: Buffer,
    /** The body as the newest version has it. */
    parse: () => unknown,
  ): Promise<Repetition | undefined>;
}
