// Writes the golden service anew: npm run golden
import { cpSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { exampleText, generate, temporaryDirectory } from '../test/support/generated.ts';

const golden = fileURLToPath(new URL('../test/golden/order-desk', import.meta.url));
const staged = join(temporaryDirectory(), 'order-desk');
await generate(exampleText('order-desk'), staged);
// Its lines are texts that stand beside it.
rmSync(join(staged, '.resource-service', 'bases'));
rmSync(golden, { recursive: true, force: true });
cpSync(staged, golden, { recursive: true });
rmSync(join(staged, '..'), { recursive: true });
