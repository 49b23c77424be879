import { LineCounter, type Document } from 'yaml';
import { valueIssues } from './all-issues.ts';
import { versioningWarnings } from './checks/versioning.ts';
import { withoutEchoes, type Placed } from './echoes.ts';
import type { Issue } from './issue.ts';
import { firstMistakes, type Mistake } from './mistake.ts';
import { isMapping } from './plain.ts';
import { mistakeAt, offsetOf } from './positions.ts';
import { resolveSpecification } from './resolve.ts';
import type { ResolvedSpecification } from './resolved.ts';
import type { Specification } from './schema.ts';
import { isSpecification } from './structure/validator.ts';
import { parseYaml } from './yaml/parse.ts';
import { checkText, withoutMark } from './yaml/text.ts';
import { treeOf } from './yaml/tree.ts';

export type Reading =
  | {
      readonly ok: true;
      /** What is written. */
      readonly specification: Specification;
      /** The same with every default filled in. */
      readonly resolved: ResolvedSpecification;
      /** The YAML document, with its comments. */
      readonly document: Document.Parsed;
      /** What is not refused and still worth knowing, in the form of mistakes. */
      readonly warnings: readonly Mistake[];
      /** Issues that show beside other files only, as mistakes at their places in this one. */
      readonly placed: (issues: readonly Issue[]) => Mistake[];
    }
  | { readonly ok: false; readonly mistakes: Mistake[] };

/**
 * Reads the text of a `service.yaml`. `file` is its name, as mistakes show it. Never throws: whatever is wrong comes
 * back as mistakes, all of them at once, in the order of their places.
 */
export function readSpecification(text: string, file: string): Reading {
  const source = withoutMark(text);
  const lines = linesOf(source);
  const refuse = (placed: readonly Placed[]): Reading => ({
    ok: false,
    mistakes: mistakesOf(placed, file, lines),
  });
  const unreadable = checkText(source);
  if (unreadable.length > 0) return refuse(unreadable.map(atOffset));
  const { document, issues } = parseYaml(source);
  if (document === undefined) return refuse(issues.map(atOffset));
  const tree = treeOf(document);
  const place = (issue: Issue): Placed => ({ issue, offset: offsetOf(issue, tree.place) });
  const reading = [...issues, ...tree.issues].map(place);
  const isEcho = reading.length > 0 && !isMapping(tree.value);
  const checking = isEcho ? [] : valueIssues(tree.value).map(place);
  const lineOf = (offset: number) => lines.linePos(offset).line;
  const placed = withoutEchoes(reading, checking, tree.place, lineOf);
  const specification = tree.value;
  if (placed.length > 0 || !isSpecification(specification)) return refuse(placed);
  const placedIn = (found: readonly Issue[]) => mistakesOf(found.map(place), file, lines);
  const warnings = placedIn(versioningWarnings(specification));
  const resolved = resolveSpecification(specification);
  return { ok: true, specification, resolved, document, warnings, placed: placedIn };
}

/** A issue that knows where it stands. */
export function atOffset(issue: Issue): Placed {
  return { issue, offset: issue.offset ?? 0 };
}

/** Where the lines of a text begin. */
export function linesOf(text: string): LineCounter {
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    lines.addNewLine(at + 1);
  }
  return lines;
}

/** Different issues with their lines and columns, in the order of their places; the first of them, where they are many. */
export function mistakesOf(placed: readonly Placed[], file: string, lines: LineCounter): Mistake[] {
  const different = new Map(
    placed.map((one) => [`${one.offset} ${one.issue.code} ${one.issue.message}`, one]),
  );
  const inOrder = [...different.values()].sort((a, b) => a.offset - b.offset);
  return firstMistakes(inOrder.map(({ issue, offset }) => mistakeAt(issue, offset, file, lines)));
}
