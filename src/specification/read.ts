import { LineCounter, type Document } from 'yaml';
import { valueIssues } from './all-issues.ts';
import { versioningWarnings } from './checks/versioning.ts';
import { dropConsequentialErrors, type Placed } from './consequential-errors.ts';
import { atKey, type Issue } from './issue.ts';
import type { Applied, Kits } from './kits.ts';
import { firstMistakes, type Mistake } from './mistake.ts';
import { isMapping, own } from './plain.ts';
import { mistakeAt, offsetOf, placeExists } from './positions.ts';
import { resolveSpecification } from './resolve.ts';
import type { ResolvedSpecification } from './resolved.ts';
import type { Specification } from './schema.ts';
import { isSpecification } from './structure/validator.ts';
import { parseYaml } from './yaml/parse.ts';
import { checkText, withoutMark } from './yaml/text.ts';
import { treeOf, type Place } from './yaml/tree.ts';

export type Reading =
  | {
      readonly ok: true;
      /** What holds: what is written, and what starter kits add to it. */
      readonly specification: Specification;
      /** What is written, without what kits add. */
      readonly written: Readonly<Record<string, unknown>>;
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
 * Reads the text of a `service.yaml`. `file` is its name, as mistakes show it; `kits` are those that it names. Never throws: whatever
 * is wrong comes back as mistakes, all of them at once, in the order of their places.
 */
export function readSpecification(text: string, file: string, kits?: Kits): Reading {
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
  const applied = withKits(tree.value, kits);
  const place = (issue: Issue): Placed => placedIssue(issue, tree.place, applied);
  const reading = [...issues, ...tree.issues].map(place);
  const isEcho = reading.length > 0 && !isMapping(tree.value);
  const found = isEcho ? [] : [...applied.issues, ...valueIssues(applied.value)];
  const lineOf = (offset: number) => lines.linePos(offset).line;
  const placed = dropConsequentialErrors(reading, found.map(place), tree.place, lineOf);
  const specification = applied.value;
  if (placed.length > 0 || !isSpecification(specification)) return refuse(placed);
  const placedIn = (others: readonly Issue[]) => mistakesOf(others.map(place), file, lines);
  const resolved = resolveSpecification(specification);
  const forbidden = kits?.validate(resolved) ?? [];
  if (forbidden.length > 0) {
    return refuse(
      forbidden.map((issue) => placedIssue(issue, tree.place, { ...applied, issues: forbidden })),
    );
  }
  const warnings = placedIn(versioningWarnings(specification));
  const written = isMapping(tree.value) ? tree.value : {};
  return { ok: true, specification, written, resolved, document, warnings, placed: placedIn };
}

/** What holds; kits that are named and not at hand are an issue, because without them another service would come of it. */
function withKits(value: unknown, kits: Kits | undefined): Applied {
  const alone = { value, issues: [], origin: () => undefined };
  if (!isMapping(value)) return alone;
  if (kits !== undefined) return kits.apply(value);
  const service = own(value, 'service');
  const named = isMapping(service) ? own(service, 'kits') : undefined;
  if (!Array.isArray(named) || named.length === 0) return alone;
  const message = 'the starter kits that are named here are not at hand';
  return { ...alone, issues: [atKey(['service', 'kits'], { code: 'no-kit', message })] };
}

/** What a kit adds stands nowhere in the file: its issues name the kit, and stand where the file names it or at what holds them. */
function placedIssue(issue: Issue, root: Place, { issues, origin }: Applied): Placed {
  const isOfKits = issues.includes(issue);
  const kit = isOfKits || placeExists(issue.path, root) ? undefined : origin(issue.path);
  if (!isOfKits && kit === undefined) return { issue, offset: offsetOf(issue, root) };
  const path = placeExists(issue.path.slice(0, 1), root) ? issue.path : ['service', 'kits'];
  const message = kit === undefined ? issue.message : `${issue.message} (by ${kit})`;
  return { issue: { ...issue, message }, offset: offsetOf({ ...issue, path }, root) };
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
