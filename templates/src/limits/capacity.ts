import { builtIn } from '../errors/built-in.ts';
import { Problem } from '../errors/problem.ts';

/** How many requests this process works on at the same time. */
export interface Capacity {
  /**
   * @returns what is called when the request is done; a second time it does nothing
   * @throws {Problem} 503 where there are too many already: one more would only make all of them wait longer
   */
  enter(): () => void;
}

/** Of the draft of the RateLimit header fields, section 4.1: what is counted is no number in a time. */
const unit = 'concurrent-requests';

export function createCapacity(most: number): Capacity {
  let working = 0;
  return {
    enter() {
      if (working >= most) {
        throw new Problem(builtIn.temporaryReducedCapacity, {
          headers: {
            'retry-after': '1',
            'ratelimit-policy': `"concurrency";q=${String(most)};qu="${unit}"`,
          },
          members: { 'violated-policies': ['concurrency'] },
        });
      }
      working += 1;
      let isInside = true;
      return () => {
        if (isInside) working -= 1;
        isInside = false;
      };
    },
  };
}
