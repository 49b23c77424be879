// One process of a service that passes events on to NATS: from the database of its first argument, to the server and
// for the service of the next two, at the instant of the last one. It is there to be killed.

import { natsBroker } from '../../../../../templates/src/runtime/events/relays/nats.ts';
import { readNatsSettings } from '../../../../../templates/src/runtime/events/relays/nats-settings.ts';
import { createBackground } from '../../../../../templates/src/runtime/service/background.ts';
import { openWorld, write } from './world.ts';

const [, , url = '', nats = '', service = '', instant = ''] = process.argv;
const world = await openWorld(url);
world.now = new Date(instant);
const broker = natsBroker({ settings: readNatsSettings(nats), service, keep: 86_400_000, write });
const log = { error: () => undefined };
createBackground([world.relay(broker, `process ${String(process.pid)}`)], log).start();
process.stdout.write('started\n');
