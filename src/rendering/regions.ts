/** A line that begins a region of a copied file, turns to what stands in its place, or ends it. */
const marker = /^[ \t]*\/\/ \{\{(?:#if (\w+)|(else)|(\/if))\}\}$/;

/**
 * A copied file without the regions that this service does not need, and without their marks:
 *
 *     // {{#if hasEvents}}
 *     await resource.events?.changed(transaction, context, change);
 *     // {{/if}}
 *
 * What stands in the place of a region is written as a comment, and becomes code where the region goes:
 *
 *     // {{#if hasAdapters}}
 *     const done = operation.older?.newest ?? operation;
 *     // {{else}}
 *     // const done = operation;
 *     // {{/if}}
 *
 * So the file stays TypeScript that is checked in this package. Regions are whole lines, and may stand in one another.
 */
export function withoutRegions(
  text: string,
  features: Readonly<Record<string, unknown>>,
  template: string,
): string {
  if (!hasRegions(text)) return text;
  const kept: string[] = [];
  const around: Region[] = [];
  for (const line of text.split('\n')) {
    const [isMarker, feature, turn, end] = marker.exec(line) ?? [];
    const innermost = around.at(-1);
    if (isMarker === undefined) {
      if (line.includes('// {{')) throw new Error(`${template} has a mark of no form: ${line}`);
      const found = innermost?.isElse === true ? uncommented(line, template) : line;
      if (around.every(({ isKept }) => isKept)) kept.push(found);
    } else if (feature !== undefined) {
      if (innermost?.isElse === true) throw new Error(`${template} has a region in an else`);
      const isThere = features[feature];
      if (typeof isThere !== 'boolean') {
        throw new Error(`${template} asks for ${feature}, which is no feature`);
      }
      around.push({ isKept: isThere, isElse: false });
    } else if (innermost === undefined) {
      throw new Error(`${template} ends a region that it did not begin`);
    } else if (end !== undefined) {
      around.pop();
    } else if (turn !== undefined && innermost.isElse) {
      throw new Error(`${template} has an else behind an else`);
    } else {
      around.splice(-1, 1, { isKept: !innermost.isKept, isElse: true });
    }
  }
  if (around.length > 0) throw new Error(`${template} does not end a region`);
  return kept.join('\n');
}

interface Region {
  readonly isKept: boolean;
  /** Whether this is what stands in its place. */
  readonly isElse: boolean;
}

function uncommented(line: string, template: string): string {
  const [isComment, indentation = '', code = ''] = /^([ \t]*)\/\/ (.+)$/.exec(line) ?? [];
  if (isComment === undefined) throw new Error(`${template} has code in an else: ${line}`);
  return indentation + code;
}

/** Whether a service may have less of a copied file than there is of it. */
export function hasRegions(text: string): boolean {
  return text.includes('// {{');
}
