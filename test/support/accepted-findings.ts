import { readFileSync } from 'node:fs';

/** A rule that the documents of some examples break on purpose. */
export interface AcceptedFinding {
  readonly rule: string;
  readonly example: string;
}

/**
 * The table of `docs/owasp-openapi.md`: rule, where, why.
 *
 * @param examples those that `every example` stands for
 */
export function acceptedFindings(file: string, examples: readonly string[]): AcceptedFinding[] {
  const rows = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  return rows.flatMap(([, rule = '', where = '', why = '']) => {
    if (why === '') throw new Error(`${file} does not say why ${rule} is accepted`);
    const places = where === 'every example' ? examples : where.split(', ');
    return places.map((example) => ({ rule: rule.replaceAll('`', ''), example }));
  });
}
