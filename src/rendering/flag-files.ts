import type { VersionFile } from './version-file.ts';
import { flagTemplate } from './version-templates.ts';
import type { flagsView } from './views/versions/flag.ts';

/** Every change that a flag makes of a resource. */
export function flagFiles({ changes }: ReturnType<typeof flagsView>): VersionFile[] {
  return changes.map((change) => ({
    entry: {
      template: flagTemplate,
      path: `src/versioning/features/${change.flag}/${change.file}.ts`,
    },
    view: change,
  }));
}
