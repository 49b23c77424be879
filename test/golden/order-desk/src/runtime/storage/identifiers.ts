import { randomUUID } from 'node:crypto';

/**
 * Makes UUIDs of version 7 (RFC 9562 section 5.7), each greater than the one before it in this
 * process: the 12 bits after the milliseconds count up from a random start (section 6.2, method 1).
 */
export function createIdentifiers(clock = () => new Date()): () => string {
  let milliseconds = 0;
  let counter = 0;

  return () => {
    const random = randomUUID();
    const time = clock().getTime();
    if (time > milliseconds) {
      milliseconds = time;
      // The highest bit starts at zero, which leaves at least 2048 steps to count.
      counter = Number.parseInt(random.slice(0, 3), 16) & 0x7ff;
    } else if (counter < 0xfff) {
      counter += 1;
    } else {
      milliseconds += 1;
      counter = 0;
    }

    const head = milliseconds.toString(16).padStart(12, '0');
    // From its 19th character on, version 4 has the same layout: the variant, then random bits.
    return `${head.slice(0, 8)}-${head.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${random.slice(19)}`;
  };
}
