// What the service is compared with: node:http and node:sqlite, the statements of the service, the same rows and the same
// members. It is what is left when everything else is taken away.
import { readFileSync } from 'node:fs';
import { serveRaw } from './raw-server.ts';
import { openRows, type RowSettings } from './rows.ts';

const settings = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as RowSettings;
serveRaw(settings.collection, await openRows(settings));
