/** Tells editors which JSON Schema the file follows. */
export const modeline = '# yaml-language-server: $schema=.resource-service/service.schema.json';

/** The text without the modeline of the generator; one that names another schema stays. */
export function withoutModeline(text: string): string {
  return text.replace(
    /^(\uFEFF?)# yaml-language-server: \$schema=\.resource-service\/.*\r?\n/,
    '$1',
  );
}

/** The text with the modeline as its first line, unless it has a modeline already. */
export function withModeline(text: string): string {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  if (/^#[ \t]*yaml-language-server:[ \t]*\$schema=/m.test(source)) return text;
  return `${modeline}\n${source}`;
}
