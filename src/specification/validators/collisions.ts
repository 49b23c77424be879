import type { IssueDetails } from '../issue.ts';

export interface NamedResource {
  readonly name: string;
  readonly plural: string;
}

/** A resource of which one name is, in any casing and any number, that of another resource. */
export function validateCollision(
  { name, plural }: NamedResource,
  other: string | undefined,
): IssueDetails | undefined {
  if (other === undefined) return undefined;
  const what = `"${name}" with the collection "${plural}"`;
  const message = `${what} has the same name as the resource "${other}", apart from casing, hyphens and number`;
  return { code: 'name-collision', message };
}

/** Names as they are after any change of casing. */
export function squashedNames({ name, plural }: NamedResource): Set<string> {
  return new Set([name, plural].map((text) => text.replaceAll('-', '').toLowerCase()));
}

/** Who already has one of the names: `taken` says to whom each belongs. */
export function ownerAmong(
  resource: NamedResource,
  taken: ReadonlyMap<string, string>,
): string | undefined {
  return [...squashedNames(resource)]
    .map((form) => taken.get(form))
    .find((owner) => owner !== undefined);
}

/** To whom each name belongs; the first to have it keeps it. */
export function claim(resource: NamedResource, taken: Map<string, string>): void {
  for (const form of squashedNames(resource)) taken.set(form, taken.get(form) ?? resource.name);
}

/** Checks a new resource beside others. */
export function validateAmong(
  resource: NamedResource,
  others: readonly NamedResource[],
): IssueDetails | undefined {
  const taken = new Map<string, string>();
  for (const other of others) claim(other, taken);
  return validateCollision(resource, ownerAmong(resource, taken));
}
