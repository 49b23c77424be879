import { Unavailable } from './errors.ts';

/** Lets one holder in at a time, first come, first served. */
export class Mutex {
  readonly #patience: number;
  readonly #waiting: (() => void)[] = [];
  #isHeld = false;

  /**
   * @param patience milliseconds after which waiting fails with `Unavailable`: one stuck holder must
   *   not keep every later request for ever
   */
  constructor(patience: number) {
    this.#patience = patience;
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  async acquire(): Promise<void> {
    if (!this.#isHeld) {
      this.#isHeld = true;
      return;
    }

    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      this.#waiting.splice(this.#waiting.indexOf(enter), 1);
      reject(new Unavailable(`Waited ${this.#patience} ms for the writing connection`));
    }, this.#patience);
    const enter = () => {
      clearTimeout(timer);
      resolve();
    };
    this.#waiting.push(enter);
    await promise;
  }

  release(): void {
    const enter = this.#waiting.shift();
    if (enter) enter();
    else this.#isHeld = false;
  }
}
