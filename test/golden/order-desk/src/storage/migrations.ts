import { migrationsIn } from '../runtime/storage/migrations/index.ts';

/** The files of the folder `migrations/`, which run in the order of their names, each once. */
export const migrations = migrationsIn(new URL('./migrations/', import.meta.url), {
  service: 'order-desk',
});
