import type { Path } from '../../../specification/issue.ts';
import { shown } from '../../../specification/shown.ts';
import { memberOf, referenceIn, targetOf, type Part } from '../../../openapi/parts.ts';
import type { Found } from '../change.ts';
import type { Levels } from './schema/level.ts';
import type { OpenApiDocument } from '../../../openapi/read/read-document.ts';

/** Which of the two documents. */
export type Age = 'old' | 'new';

/** Why two documents are not compared, at a place of one of them. */
export class NotComparable extends Error {
  readonly age: Age;
  readonly path: Path;

  constructor(age: Age, path: Path, message: string) {
    super(message);
    this.age = age;
    this.path = path;
  }
}

/** One of the two documents, with its references. */
export interface Origin {
  readonly age: Age;
  readonly root: Part;
  /** Follows references. Throws NotComparable where one leads to nothing. */
  deref(part: Part): Part;
  /** One reference, and none behind it. */
  target(part: Part, reference: string): Part;
  /** Throws NotComparable where schemas are nested too deep. */
  checkDepth(depth: number): void;
  /** Counts what is read. Throws NotComparable where that is too much. */
  step(amount?: number): void;
}

/** What all parts of a comparison share. */
export interface Comparison {
  readonly was: Origin & { readonly levels: Levels };
  readonly is: Origin & { readonly levels: Levels };
  /** Old names and new ones of security schemes that are the same but for their names. */
  readonly renamedSchemes: ReadonlyMap<string, string>;
  /** A number for each object. */
  readonly identify: (value: object) => number;
  /** By which a sunset is past: a day such as 2026-05-01. */
  readonly today: string;
  /** Comparisons of schemas inside of others, which wait for their turn. */
  readonly later: (() => readonly Found[])[];
  /** Pairs of schemas that are compared already, with the side. */
  readonly compared: Set<string>;
  /** Whether one schema takes or shows nothing that the other does not, by pair and side. */
  readonly harmless: Map<string, boolean>;
}

/** The same thing in both documents. */
export interface Pair {
  readonly was: Part;
  readonly is: Part;
}

/** The same place in both documents, where one or both may have nothing. */
export interface Maybe {
  readonly was: Part | undefined;
  readonly is: Part | undefined;
}

/** References that lead to references. */
const mostHops = 100;

/** Schemas in schemas, behind their references: each level takes a part of the stack. */
const mostLevels = 400;

/** Schemas and members that are read: references can name the same ones without end. */
const mostSteps = 1_000_000;

export function originOf({ root }: OpenApiDocument, age: Age): Origin {
  let steps = 0;
  const target = (part: Part, reference: string): Part => {
    const found = targetOf(reference, root);
    if (found !== undefined) return found;
    throw new NotComparable(age, part.path, missing(reference));
  };
  return {
    age,
    root: { value: root, path: [] },
    target,
    deref(part) {
      let current = part;
      for (let hop = 0; hop < mostHops; hop += 1) {
        const reference = referenceIn(current);
        if (reference === undefined) return current;
        current = target(current, reference);
      }
      throw new NotComparable(age, part.path, 'Its references lead around in a circle.');
    },
    checkDepth(depth) {
      if (depth <= mostLevels) return;
      const message = `Its schemas are nested more than ${mostLevels} levels deep.`;
      throw new NotComparable(age, [], message);
    },
    step(amount = 1) {
      steps += amount;
      if (steps > mostSteps) {
        throw new NotComparable(age, [], `It has more than ${mostSteps} schemas and members.`);
      }
    },
  };
}

function missing(reference: string): string {
  return reference.startsWith('#')
    ? `The reference ${shown(reference)} leads to nothing in the document.`
    : `The reference ${shown(reference)} leads out of the document, and nothing else is read.`;
}

/** The same key of both, which either may lack. */
export function bothOf({ was, is }: Pair, key: string): Maybe {
  return { was: memberOf(was, key), is: memberOf(is, key) };
}

/** The sorted names of both, so that the other way round the same places are met in the same order. */
export function namesOf(...mappings: readonly ReadonlyMap<string, unknown>[]): string[] {
  return [...new Set(mappings.flatMap((mapping) => [...mapping.keys()]))].sort();
}
