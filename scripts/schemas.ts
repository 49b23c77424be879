// Writes the JSON Schemas that every service gets for its editors: npm run schemas
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../src/rendering/package-root.ts';
import { editorSchemas } from './editor-schemas.ts';

for (const [template, text] of editorSchemas()) {
  writeFileSync(join(packageRoot(), 'templates', template), text);
}
