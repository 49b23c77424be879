import type { Mistake } from './mistake.ts';
import { harmless, shownPath } from './shown.ts';

/** Most allowed values that are listed with a mistake. */
const mostAllowed = 24;

/**
 * Mistakes as lines of text, one for each:
 * `service.yaml:12:7  resources.order.fields.total.precison  unknown key "precison"; did you mean "precision"? Allowed: …`
 */
export function formatMistakes(mistakes: readonly Mistake[]): string {
  return mistakes.map((mistake) => `${formatMistake(mistake)}\n`).join('');
}

function formatMistake(mistake: Mistake): string {
  const { file, line, column, path } = mistake;
  const place = `${harmless(file)}:${line}:${column}`;
  return [place, shownPath(path), sentence(mistake)].filter((part) => part !== '').join('  ');
}

/** The message with what was probably meant and what is allowed. */
export function sentence({
  message,
  suggestion,
  allowed = [],
}: Pick<Mistake, 'message' | 'suggestion' | 'allowed'>): string {
  const meant = suggestion === undefined ? '' : `; did you mean ${quoted(suggestion)}?`;
  const shownOnes = allowed.slice(0, mostAllowed).map(harmless).join(', ');
  const more = allowed.length > mostAllowed ? `, and ${allowed.length - mostAllowed} more` : '';
  const list =
    allowed.length === 0 ? '' : `${meant === '' ? '.' : ''} Allowed: ${shownOnes}${more}`;
  return `${message}${meant}${list}`;
}

function quoted(suggestion: string): string {
  return suggestion.startsWith('"') ? harmless(suggestion) : `"${harmless(suggestion)}"`;
}
