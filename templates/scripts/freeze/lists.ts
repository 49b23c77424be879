/** A request for a list, with what it shows. */
export interface ListRequest {
  readonly name: string;
  readonly path: string;
}

/** A list in each order, by the members that it can be sorted by. */
export function sorted(collection: string, members: readonly string[]): ListRequest[] {
  return members.flatMap((member) => [
    { name: `sorted by ${member}`, path: `${collection}?sort=${member}` },
    { name: `sorted by ${member}, the last first`, path: `${collection}?sort=${member},desc` },
  ]);
}

/** A list by each filter, for the value that a row has. A member without a single value is left out. */
export function filtered(
  collection: string,
  members: readonly string[],
  row: Readonly<Record<string, unknown>>,
): ListRequest[] {
  return members.flatMap((member) => {
    const value = row[member];
    if (typeof value === 'object' || value === undefined) return [];
    const asked = String(value as string | number | boolean);
    // The placeholder of an identifier is replaced by what it stands for when the request is sent.
    const text = asked.startsWith('{') ? asked : encodeURIComponent(asked);
    return [{ name: `those of one ${member}`, path: `${collection}?${member}=${text}` }];
  });
}
