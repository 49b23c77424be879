import { atKey, type Issue } from '../issue.ts';
import type { Version } from '../schema.ts';
import { additionKeyNames } from '../versions/additions.ts';
import { oldestFirst } from '../versions/labels.ts';

/**
 * Additions are for a version that is released, lives, and is not the newest. What it can get follows from what is frozen:
 * the composition of the older versions looks at those.
 */
export function additionIssues(versions: Readonly<Record<string, Version>>): Issue[] {
  const newest = oldestFirst(Object.keys(versions)).at(-1);
  return Object.entries(versions).flatMap(([label, version]) => {
    const refused = whyNone(label, version, newest);
    if (refused === undefined) return [];
    return additionKeyNames
      .filter((key) => version[key] !== undefined)
      .map((key) =>
        atKey(['versioning', 'versions', label, key], { code: 'no-additions', message: refused }),
      );
  });
}

function whyNone(label: string, version: Version, newest: string | undefined): string | undefined {
  if (label === newest) {
    return `version ${label} is the newest, and has all that this file describes; leave the key out`;
  }
  if (version.contracted !== undefined) {
    return `version ${label} is given up since ${version.contracted}, and gets nothing any more`;
  }
  return version.released === undefined
    ? `version ${label} is not released, and only a released version has a minor release`
    : undefined;
}
