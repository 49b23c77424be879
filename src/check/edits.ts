import type { Plan } from '../plan/index.ts';
import { compare } from '../plan/paths.ts';
import type { HandEdit } from './types.ts';

/** The generated files that a person edited, deleted or moved, and those of theirs that are no longer generated. */
export function editsIn({ files, obstacles }: Plan): HandEdit[] {
  const edits = files.flatMap((file): HandEdit[] => {
    const { path, ownership } = file;
    switch (file.action) {
      case 'merge':
        return [{ path, what: 'edited' }];
      case 'keep':
        return ownership === 'generated' || ownership === 'history'
          ? [{ path, what: 'edited' }]
          : [];
      case 'deleted-by-user':
        return [
          {
            path,
            what: 'deleted',
            ...(file.similar === undefined ? {} : { similar: file.similar }),
          },
        ];
      case 'leave':
        return file.because === 'edited' || file.because === 'owned'
          ? [{ path, what: 'no longer generated' }]
          : [];
      default:
        return [];
    }
  });
  const conflicting = obstacles
    .filter(({ reason }) => reason === 'conflict' || reason === 'edited')
    .map(({ path }): HandEdit => ({ path, what: 'edited' }));
  return [...edits, ...conflicting].sort((a, b) => compare(a.path, b.path));
}
