import { nodeProblem } from '../app/node-version.ts';

// Yeoman imports this file under whatever Node it runs on, and the generator itself would not load there.
const problem = nodeProblem(process.versions.node);
if (problem !== undefined) {
  process.stderr.write(problem + '\n');
  process.exit(1);
}

const { ImportGenerator } = await import('./generator.ts');

export default ImportGenerator;
