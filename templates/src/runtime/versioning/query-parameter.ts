/**
 * Takes a parameter out of a query. All else stays as it was sent, also parts that cannot be decoded.
 *
 * @param search without the question mark
 */
export function withoutParameter(
  search: string,
  name: string,
): { readonly values: readonly string[]; readonly rest: string } {
  if (search === '') return { values: [], rest: '' };
  const values: string[] = [];
  const rest = search.split('&').filter((pair) => {
    const equals = pair.indexOf('=');
    if (decoded(equals === -1 ? pair : pair.slice(0, equals)) !== name) return true;
    const value = equals === -1 ? '' : pair.slice(equals + 1);
    values.push(decoded(value) ?? value);
    return false;
  });
  return { values, rest: rest.join('&') };
}

/** An address with one more parameter in its query. */
export function withParameter(address: string, name: string, value: string): string {
  const mark = address.includes('?') ? '&' : '?';
  return `${address}${mark}${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`;
}

/** Undefined where it is no text. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
