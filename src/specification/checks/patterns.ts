import { validatePattern } from '../validators/pattern.ts';
import type { IssueDetails } from '../issue.ts';

/** Checking a pattern takes up to 100 ms and 10 MB when it is slow, and 20 ms and 1 MB when it is not. */
const most = { slow: 20, different: 500 };

/** A check of the patterns of one file, which stops looking where a file is not made by people. */
export function patternValidator(): (pattern: string) => IssueDetails | undefined {
  const seen = new Set<string>();
  const slow = new Set<string>();
  return (pattern) => {
    if (!seen.has(pattern) && (seen.size >= most.different || slow.size >= most.slow)) {
      return slow.size >= most.slow ? unchecked : tooMany;
    }
    seen.add(pattern);
    const details = validatePattern(pattern);
    if (details?.code === 'slow-pattern') slow.add(pattern);
    return details;
  };
}

const unchecked: IssueDetails = {
  code: 'pattern-limit',
  message: `not looked at, because ${most.slow} patterns before it are slow; correct those first`,
};

const tooMany: IssueDetails = {
  code: 'pattern-limit',
  message: `more than ${most.different} different patterns in one file`,
};
