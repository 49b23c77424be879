#!/usr/bin/env node
import { nodeProblem } from '../generators/app/node-version.ts';

// The rest does not load under an old Node, so it is imported after the check.
const problem = nodeProblem(process.versions.node);
if (problem === undefined) {
  import('../generators/app/start.ts')
    .then(({ start }) => start(process.argv.slice(2)))
    .catch(fail);
} else {
  fail(problem);
}

function fail(error: unknown) {
  process.exitCode = 1;
  process.stderr.write(String(error) + '\n');
}
