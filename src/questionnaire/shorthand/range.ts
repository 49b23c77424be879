/** The two ends of `2..40`, `..40` and `2..`; undefined for text that is no range. */
export function readRange(text: string): { least?: string; most?: string } | undefined {
  const match = /^(-?[0-9.]*?)\.\.(-?[0-9]*(?:\.[0-9]+)?)$/.exec(text);
  if (match === null) return undefined;
  const [, least = '', most = ''] = match;
  if (least === '' && most === '') return undefined;
  return { ...(least === '' ? {} : { least }), ...(most === '' ? {} : { most }) };
}

/** A whole number of at most 15 digits, as a number. */
export function wholeOf(text: string | undefined): number | undefined {
  return text !== undefined && /^-?[0-9]{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Exact: a number where it is a short whole one, otherwise the text. */
export function exactOf(text: string | undefined): number | string | undefined {
  return wholeOf(text) ?? text;
}
