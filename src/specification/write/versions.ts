import { isMap, isScalar, type Document } from 'yaml';
import type { Path } from '../issue.ts';

const place = ['versioning', 'versions'];

/** Major versions are numbers and not quoted text; dates are text. `path` is where the document stands. */
export function numberVersions(document: Document, path: Path): void {
  if (!path.every((key, position) => key === place[position])) return;
  const versions = document.getIn(place.slice(path.length), true);
  if (!isMap(versions)) return;
  for (const { key } of versions.items) {
    if (isScalar(key) && isMajor(String(key.value))) key.value = Number(key.value);
  }
}

function isMajor(key: string): boolean {
  return /^(0|[1-9][0-9]{0,3})$/.test(key);
}
