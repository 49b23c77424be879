/**
 * Whether version `a` comes after version `b` by semantic versioning; a pre-release comes before its release. A version that is
 * not semantic comes after nothing.
 */
export function isLater(a: string, b: string): boolean {
  const [left, right] = [parse(a), parse(b)];
  if (left === undefined || right === undefined) return false;
  for (const [index, number] of left.core.entries()) {
    const other = right.core[index] ?? 0;
    if (number !== other) return number > other;
  }
  if (left.pre.length === 0 || right.pre.length === 0) {
    return left.pre.length < right.pre.length;
  }
  return isLaterPre(left.pre, right.pre);
}

function parse(version: string): { core: number[]; pre: string[] } | undefined {
  const found = /^(\d+)\.(\d+)\.(\d+)(?:-([\w.-]+))?(?:\+[\w.-]+)?$/.exec(version);
  if (found === null) return undefined;
  const [, major, minor, patch, pre] = found;
  return { core: [Number(major), Number(minor), Number(patch)], pre: pre?.split('.') ?? [] };
}

function isLaterPre(a: readonly string[], b: readonly string[]): boolean {
  for (const [index, word] of a.entries()) {
    const other = b[index];
    if (other === undefined) return true;
    if (word === other) continue;
    const [number, otherNumber] = [/^\d+$/.test(word), /^\d+$/.test(other)];
    if (number !== otherNumber) return otherNumber;
    return number ? Number(word) > Number(other) : word > other;
  }
  return false;
}
