import type { Path } from './issue.ts';

const longest = 60;

/**
 * A value as a message shows it: on one line, cut to 60 characters, and without characters that a terminal would
 * act on or that would turn the line around.
 */
export function shown(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  if (typeof value !== 'string') return String(value);
  const characters = Array.from(value.slice(0, 2 * longest));
  const cut = characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : value;
  return harmless(JSON.stringify(cut));
}

/** Every control, format and separator character written as an escape. */
export function harmless(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `\\u{${code.toString(16)}}`;
  });
}

/** `resources.order.fields.total`, with positions in lists as `[0]` and other keys in quotes. */
export function shownPath(path: Path): string {
  return path
    .map((key, position) => {
      if (typeof key === 'number') return `[${key}]`;
      const name = /^[\w-]+$/.test(key) ? key : shown(key);
      return position === 0 ? name : `.${name}`;
    })
    .join('');
}
