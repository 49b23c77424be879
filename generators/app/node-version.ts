// Every Node that people still have reads this file and those that import it (index.ts here and in version, bin/resource-service.ts) as they
// are published: no imports beside this one, no syntax younger than 2017, or it crashes before it can say what is wrong.

/** What to do about a Node that is too old, in one sentence; undefined for one that is not. */
export function nodeProblem(version: string): string | undefined {
  const numbers = version.split('.').map(Number);
  const major = numbers[0] || 0;
  const minor = numbers[1] || 0;
  if ((major === 22 && minor >= 18) || (major === 24 && minor >= 11) || major > 24)
    return undefined;
  return (
    'resource-service needs Node 22.18 or later in line 22, or 24.11 or later, and this is Node ' +
    version +
    ': install one from https://nodejs.org, or run "npx -p node@24 -p generator-resource-service resource-service".'
  );
}
