// Stands for `npm install` in the directory of a service.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { install } from '../../support/generated.ts';

rmSync(join(process.cwd(), 'node_modules'), { recursive: true, force: true });
install(process.cwd());
