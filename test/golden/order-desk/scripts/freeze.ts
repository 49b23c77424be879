// Prints what is frozen when the newest version is released, as JSON: its OpenAPI document, and requests with their answers.
// `resource-service version release` runs it.
import { documentPath } from '../src/runtime/service/openapi/route.ts';
import { currentVersion } from '../src/versioning/versions.ts';
import type { Recordings } from '../test/runtime/support/recordings.ts';
import { samples } from '../test/contract.ts';
import { startService } from '../test/runtime/support/service.ts';
import { createRecorder } from './freeze/recorder.ts';
import { recordResource } from './freeze/requests.ts';
import { rowsOf } from './freeze/rows.ts';
import { helpOrGoOn } from './help.ts';

helpOrGoOn(
  'Usage:\n  node scripts/freeze.ts\n\nPrints what is frozen when the newest version is released, as JSON.\n',
  { takes: 'nothing' },
);

const service = await startService();
const baseUrl = 'http://localhost:3000';
const { server } = service.createReplica({ baseUrl });
const openapi = await server.inject({ url: new URL(documentPath(currentVersion), baseUrl).href });
await server.close();

const recorder = createRecorder(service, currentVersion.label);
for (const sample of samples) await recordResource(recorder, sample);
const recordings: Recordings = { format: 1, exchanges: [...recorder.exchanges] };
const rows = await rowsOf(service, recorder);
await service.stop();
process.stdout.write(JSON.stringify({ openapi: openapi.json(), recordings, rows }));
