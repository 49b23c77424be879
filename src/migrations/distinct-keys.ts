/** Each list of columns once. */
export function distinctKeys(keys: readonly string[][]): string[][] {
  return [...new Map(keys.map((key) => [key.join(), key])).values()];
}
