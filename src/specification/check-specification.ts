import { valueIssues } from './all-issues.ts';
import type { Mistake } from './mistake.ts';
import { readSpecification } from './read.ts';
import type { Specification } from './schema.ts';
import { writeSpecification } from './write.ts';
import { isStorable } from './yaml/storable.ts';

/**
 * Every mistake in a specification that is not (yet) a file; empty for a good one. Lines and columns are those that it
 * would have as the file that `writeSpecification` makes of it.
 */
export function checkSpecification(specification: Specification): Mistake[] {
  if (isStorable(specification) && valueIssues(specification).length === 0) return [];
  const reading = readSpecification(writeSpecification(specification), 'service.yaml');
  return reading.ok ? [] : reading.mistakes;
}
