/** A line that begins or ends a region of a copied file. */
const marker = /^[ \t]*\/\/ \{\{(?:#if (\w+)|(\/if))\}\}$/;

/**
 * A copied file without the regions that this service does not need, and without their marks:
 *
 *     // {{#if hasEvents}}
 *     await resource.events?.changed(transaction, context, change);
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
  const around: boolean[] = [];
  for (const line of text.split('\n')) {
    const [isMarker, feature, end] = marker.exec(line) ?? [];
    if (isMarker === undefined) {
      if (line.includes('// {{')) throw new Error(`${template} has a mark of no form: ${line}`);
      if (around.every(Boolean)) kept.push(line);
    } else if (end === undefined) {
      const isThere = features[feature ?? ''];
      if (typeof isThere !== 'boolean') {
        throw new Error(`${template} asks for ${String(feature)}, which is no feature`);
      }
      around.push(isThere);
    } else if (around.pop() === undefined) {
      throw new Error(`${template} ends a region that it did not begin`);
    }
  }
  if (around.length > 0) throw new Error(`${template} does not end a region`);
  return kept.join('\n');
}

/** Whether a service may have less of a copied file than there is of it. */
export function hasRegions(text: string): boolean {
  return text.includes('// {{');
}
