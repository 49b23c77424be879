import { isMap, isScalar, type Document } from 'yaml';
import type { Path } from '../fault.ts';

const place = ['versioning', 'versions'];

/** Versions are counted, so their keys are numbers and not quoted text. `path` is where the document stands. */
export function numberVersions(document: Document, path: Path): void {
  if (!path.every((key, position) => key === place[position])) return;
  const versions = document.getIn(place.slice(path.length), true);
  if (!isMap(versions)) return;
  for (const { key } of versions.items) {
    if (isScalar(key)) key.value = Number(key.value);
  }
}
