import type { Ask } from '../../src/questionnaire/index.ts';
import type { Interruptions } from '../command/interruptions.ts';
import type { Core } from './core.ts';
import type { checkTypes } from './check-types.ts';
import type { editText } from './edit-text.ts';
import type { install } from './install.ts';
import type { Report } from './report.ts';

/** All that a run touches besides the files. */
export interface Tools {
  readonly core: Core;
  readonly ask: Ask;
  readonly report: Report;
  readonly interruptions: Interruptions;
  readonly install: typeof install;
  readonly checkTypes: typeof checkTypes;
  readonly editText: typeof editText;
  /** Absolute. */
  readonly cwd: string;
  /** Whether questions can be asked: input and output are a terminal. */
  readonly isTerminal: boolean;
}
