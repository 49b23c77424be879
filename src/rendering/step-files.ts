import type { OutputFile } from '../plan/index.ts';
import { outputPath, templateText } from './templates.ts';

/** The files that a step refers to, as every generation of a service with steps writes them. */
export function filesOfSteps(): OutputFile[] {
  return ['docs/steps.md', '_resource-service/step.schema.json'].map((template) => ({
    path: outputPath(template),
    text: templateText(template),
    ownership: 'generated',
    template,
  }));
}
