/**
 * Why a word is taken for a mistake that separates alternatives as documents do, `low|high`: here commas do. Undefined for any other.
 * A value may hold these signs where it is one of several.
 */
export function separatorProblem(
  word: string,
  form: (words: string) => string,
): string | undefined {
  const words = word.split(/[|;/]/).map((each) => each.trim());
  return words.length > 1 && words.every((each) => each !== '')
    ? `"${word}" would be one; several are separated by commas: ${form(words.join(','))}`
    : undefined;
}
