/** What a scan of a regular expression, which compiles, finds in it. */
export interface PatternScan {
  /** A construct that is refused, in words. */
  readonly refused?: string;
  /** The expression without the names of its groups, which change nothing about what it matches. */
  readonly plain: string;
}

const part =
  /(?<reference>\\[1-9]|\\k)|\\.|(?<class>\[(?:\\.|[^\]\\])*\])|(?<behind>\(\?<[=!])|(?<name>\(\?<[^>]*>)|(?<flags>\(\?[a-z-]+:)|./gsu;

/** Looks for what other readers of the interface do not know, or what cannot be checked: no nesting matters for that. */
export function scanPattern(pattern: string): PatternScan {
  let plain = '';
  let refused: string | undefined;
  for (const match of pattern.matchAll(part)) {
    const { reference, behind, name, flags } = match.groups ?? {};
    if (reference !== undefined) refused ??= 'a backreference, which is refused';
    if (behind !== undefined) refused ??= 'a lookbehind, which is refused';
    if (flags !== undefined) refused ??= 'flags inside the expression, which is refused';
    plain += name === undefined ? match[0] : '(';
  }
  return { plain, ...(refused === undefined ? {} : { refused }) };
}
