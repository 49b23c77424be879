/** Where a member is in the newest version, and where in an older one; `*` stands for the position in a list. */
export type Relocation = readonly [newest: string, older: string];

/** Takes JSON Pointers (RFC 6901) into the newest members to the same place in those of an older version. */
export function relocating(relocations: readonly Relocation[]): (pointer: string) => string {
  const known = relocations.map(([newest, older]) => ({ from: parts(newest), to: parts(older) }));
  return (pointer) => {
    const path = parts(pointer);
    let best: (typeof known)[number] | undefined;
    for (const each of known) {
      if (begins(path, each.from) && each.from.length > (best?.from.length ?? -1)) best = each;
    }
    if (best === undefined) return pointer;
    const { from, to } = best;
    const positions = path.filter((_, index) => from[index] === '*');
    const older = to.map((part) => (part === '*' ? (positions.shift() ?? part) : part));
    return [...older, ...path.slice(from.length)].map((part) => `/${part}`).join('');
  };
}

function parts(pointer: string): string[] {
  return pointer.split('/').slice(1);
}

function begins(path: readonly string[], prefix: readonly string[]): boolean {
  return prefix.every(
    (part, index) => part === path[index] || (part === '*' && index < path.length),
  );
}
