/** Text for each kind of place it can stand in. Everything here may come from a specification and is untrusted. */

const controls =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;
const lineBreaks = /\r\n|[\n\r\u0085\u2028\u2029]/g;

/** Controls shown by their names: what cannot be seen must not take part. */
function visible(text: string): string {
  return text.replaceAll(
    controls,
    (character) => `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
}

/** One line of plain text. */
export function oneLine(text: string): string {
  return visible(text.replaceAll(lineBreaks, ' ')).replaceAll(/\s+/g, ' ').trim();
}

/** Text inside a block comment, on one line. */
export function comment(text: string): string {
  return oneLine(text).replaceAll('*/', '* /');
}

/** Text inside Markdown: no markup of any kind, no HTML, no line break. Fits a table cell. */
export function markdown(text: string): string {
  return (
    oneLine(text)
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll(/[\\`*_[\]|~$]/g, '\\$&')
      // What makes a block at the beginning of a line: headings, lists, rules, numbered lists.
      .replace(/^[-+#=]/, '\\$&')
      .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
  );
}

/** A code span of Markdown that shows exactly this text (CommonMark, section 6.1), behind as many backticks as it needs. */
export function codeSpan(text: string): string {
  const line = oneLine(text);
  const runs = [...line.matchAll(/`+/g)].map(([run]) => run.length);
  const fence = '`'.repeat(Math.max(0, ...runs) + 1);
  const padding = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${padding}${line}${padding}${fence}`;
}

/** A scalar of YAML in double quotes (YAML 1.2, section 7.3.1), which is JSON with more escaped. */
export function yamlScalar(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
