import { assertSafePath } from './paths.ts';

/** One change of a journal: SHA-256 of the bytes before and after; undefined: nothing is there. */
export interface Step {
  readonly path: string;
  readonly before?: string;
  readonly after?: string;
}

/**
 * What a journal is about to do. The new text of step n lies in `new/n`, what it replaces in `old/n`. A journal that has a
 * `manifest` is carried out, one that has an `undo` (the same, renamed) is taken back, one that has neither did nothing yet.
 */
export interface Manifest {
  readonly steps: readonly Step[];
  /** Directories to make, outermost first. */
  readonly created: readonly string[];
  /** Directories to remove if they are empty, innermost first. */
  readonly emptied: readonly string[];
}

const FORMAT = 1;

export function formatManifest(manifest: Manifest): string {
  return `${JSON.stringify({ format: FORMAT, ...manifest }, undefined, 1)}\n`;
}

/** Throws an Error if the text is not what formatManifest writes, or a path would leave the destination. */
export function parseManifest(text: string): Manifest {
  const value: unknown = JSON.parse(text);
  if (!isManifest(value)) throw new Error('This is not a manifest of this format.');
  const paths = [...value.steps.map(({ path }) => path), ...value.created, ...value.emptied];
  for (const path of paths) assertSafePath(path);
  return value;
}

function isManifest(value: unknown): value is Manifest {
  return (
    isObject(value) &&
    value['format'] === FORMAT &&
    isListOf(value['steps'], isStep) &&
    isListOf(value['created'], isString) &&
    isListOf(value['emptied'], isString)
  );
}

function isStep(value: unknown): value is Step {
  return (
    isObject(value) &&
    isString(value['path']) &&
    [value['before'], value['after']].every((hash) => hash === undefined || isString(hash))
  );
}

function isListOf<T>(value: unknown, isItem: (item: unknown) => item is T): value is T[] {
  return Array.isArray(value) && value.every(isItem);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}
