#!/usr/bin/env node
// Every Node that people still have reads this file, in a clone as it stands: package.json beside it makes it a script, which an old Node
// takes for JavaScript. So: no import or export but by a call, no types, no syntax younger than 2017.
import('module')
  .then((module) => {
    // What Node compiles is kept from one start to the next, in the directory for temporary files: most of a start is compilation.
    if (module.enableCompileCache) module.enableCompileCache();
    // Written while interruptions are still listened to, and not when the process is about to end.
    return start().then(() => module.flushCompileCache && module.flushCompileCache());
  })
  .catch((error) => {
    process.exitCode = 1;
    const isClone = error instanceof Error && error.message.indexOf('extension ".ts"') !== -1;
    process.stderr.write((isClone ? oldNodeInClone() : String(error)) + '\n');
  });

/** A Node that reads no TypeScript does not come as far as the check. */
function oldNodeInClone() {
  return (
    'resource-service needs Node 22.18 or later in line 22, or 24.11 or later, and this is Node ' +
    process.versions.node +
    ': in the clone run "npm ci" once, and then "npx node bin/resource-service.ts", which takes the Node that the clone brings along.'
  );
}

function start() {
  return import('../generators/app/node-version.ts').then((module) => {
    const problem = module.nodeProblem(process.versions.node);
    // The rest does not load under an old Node, so it is imported after the check.
    return problem === undefined
      ? import('../generators/app/start.ts').then((app) => app.start(process.argv.slice(2)))
      : Promise.reject(problem);
  });
}
