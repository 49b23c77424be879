import type { Migrations } from '../../runtime/storage/migrate.ts';
import { up as initial } from './0001-initial.ts';

/** By name; they run in the order of their names, each once. */
export const migrations: Migrations = {
  '0001-initial-30803037': { up: initial },
};
