// The same as ../baseline.ts, with the driver of PostgreSQL.
import { readFileSync } from 'node:fs';
import { serveRaw } from '../raw-server.ts';
import { openPostgresRows, type PostgresSettings } from './rows.ts';

const settings = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as PostgresSettings;
serveRaw(settings.collection, await openPostgresRows(settings));
