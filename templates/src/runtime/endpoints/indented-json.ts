/** Levels that are indented. */
const levels = 8;

/**
 * A JSON value on several lines, as `JSON.stringify` writes it, but for what is nested deeper than some levels: that
 * is on one line, or the blanks in front of each line would make the text many times as long as the value.
 */
export function indented(value: unknown, indent = ''): string {
  const isList = Array.isArray(value);
  const isDeep = indent.length >= 2 * levels;
  if (typeof value !== 'object' || value === null || isDeep) return JSON.stringify(value);
  const within = `${indent}  `;
  const parts = isList
    ? value.map((item: unknown) => indented(item, within))
    : Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(([name, member]) => `${JSON.stringify(name)}: ${indented(member, within)}`);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  if (parts.length === 0) return open + close;
  return `${open}\n${within}${parts.join(`,\n${within}`)}\n${indent}${close}`;
}
