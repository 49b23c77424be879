import { Scalar } from 'yaml';

/** Everything but printable characters, spaces and line feeds; marks that turn the line around are not printable. */
const odd = /[^\P{C}\n]|[\p{Zl}\p{Zp}]/gu;

/** Puts text in double quotes that is not safe as it is in every style and for every reader. */
export function quoteUnsafe(scalar: Scalar, isOneLine: boolean): void {
  const text = scalar.value;
  if (typeof text !== 'string') return;
  const isRagged = /^[ \n]|[ \n]$|[ ]\n/.test(text);
  if (text.search(odd) !== -1 || isRagged || (isOneLine && text.includes('\n'))) {
    scalar.type = Scalar.QUOTE_DOUBLE;
  }
}

/** Escapes what is odd. It stands in double-quoted text only, if `quoteUnsafe` was asked before. */
export function escapeOdd(yaml: string): string {
  return yaml.replace(odd, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
  });
}
