import { createHmac, randomBytes } from 'node:crypto';
import { builtIn } from '../errors/built-in.ts';
import { Problem } from '../errors/problem.ts';
import { isPassword } from './password.ts';

/** Milliseconds for which a password is not verified again. */
const lifetime = 60_000;
const limit = 1000;
/** Verifications that run or wait: each takes 19 MiB and as much time as fifty other requests. */
const limitAtOnce = 32;

/** Passwords that were verified a moment ago: to verify each for every request would take a processor for itself. */
export class VerifiedPasswords {
  // A keyed hash with a secret of this process, so that no password can be guessed from it.
  readonly #secret = randomBytes(32);
  // The values are milliseconds since 1970. The oldest entry is the first.
  readonly #verifiedAt = new Map<string, number>();
  readonly #pending = new Map<string, Promise<boolean>>();
  readonly #verify: typeof isPassword;

  constructor(verify: typeof isPassword = isPassword) {
    this.#verify = verify;
  }

  /** @throws {Problem} 503 where too many wait to be verified */
  async isPassword(
    credential: string,
    password: string,
    hash: string,
    now: Date,
  ): Promise<boolean> {
    const key = createHmac('sha256', this.#secret)
      // Another password, or the same one hashed anew, is not what was verified.
      .update(JSON.stringify([credential, hash]))
      .digest('base64');
    const age = now.getTime() - (this.#verifiedAt.get(key) ?? Number.NEGATIVE_INFINITY);
    // A clock that was set back proves nothing.
    if (age >= 0 && age < lifetime) return true;
    if (!this.#pending.has(key) && this.#pending.size >= limitAtOnce) {
      throw new Problem(builtIn.serviceUnavailable, { headers: { 'retry-after': '1' } });
    }
    const verification =
      this.#pending.get(key) ??
      this.#verify(password, hash).finally(() => {
        this.#pending.delete(key);
      });
    this.#pending.set(key, verification);
    const isRight = await verification;
    if (isRight) this.#add(key, now);
    return isRight;
  }

  #add(key: string, now: Date): void {
    this.#verifiedAt.delete(key);
    this.#verifiedAt.set(key, now.getTime());
    const [oldest] = this.#verifiedAt.keys();
    if (this.#verifiedAt.size > limit && oldest !== undefined) this.#verifiedAt.delete(oldest);
  }
}
