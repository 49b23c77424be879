// What migrations are written with, and what carries them out.

export { migrationsIn, type Migrations } from './folder.ts';
export {
  finishMigrations,
  migrate,
  pendingMigrations,
  planMigrations,
  type MigrateOptions,
  type Plan,
} from './migrate.ts';
export type {
  Column,
  ColumnType,
  Fill,
  Migration,
  MigrationDatabase,
  Reference,
  Step,
  TableDefinition,
  ValueSchema,
  Work,
} from './migration.ts';
export { planText } from './plan-text.ts';
export { MigrationRefusal } from './refusal.ts';
export { withTables } from './start.ts';
export * from './steps.ts';
