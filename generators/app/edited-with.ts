import { ended, type Ended } from './source.ts';

/** The text that a command makes of one; a text that cannot be changed without loss ends the run. */
export function editedWith(file: string, edit: () => string): { text: string } | Ended {
  try {
    return { text: edit() };
  } catch (error) {
    const what = `${error instanceof Error ? error.message : String(error)}.`;
    const whatToDo = 'Put that right in the file, and run again.';
    return ended('usage', { failures: [{ where: file, what, whatToDo }] });
  }
}
