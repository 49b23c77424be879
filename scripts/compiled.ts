// Makes the code of the validators and the templates for the package, part of: npm run build
import { fileURLToPath } from 'node:url';
import { frozenValidation } from '../src/evolution/contracts/frozen-schema.ts';
import { stepValidation } from '../src/evolution/steps/read.ts';
import { kitValidation } from '../src/kits/schema.ts';
import { writeTemplates } from '../src/rendering/compiled-templates.ts';
import { writeValidator } from '../src/specification/structure/compiled-validator.ts';
import { specificationValidation } from '../src/specification/structure/validator.ts';

const directory = fileURLToPath(new URL('../dist/compiled', import.meta.url));
for (const validation of [
  specificationValidation,
  stepValidation,
  frozenValidation,
  kitValidation,
]) {
  writeValidator(validation, directory);
}
await writeTemplates(directory);
