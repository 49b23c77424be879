import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './generated.ts';

/** Another section about versions for the fixture that shows every rule, which names them by its path. */
export interface Naming {
  /** YAML, between braces. */
  readonly versioning: string;
  /** JSON:API permits no parameter on its type, and no query parameter of letters alone: it goes with neither. */
  readonly isWithoutJsonApi?: true;
  /** Where versions have hosts, the specification has to say whose. */
  readonly baseUrl?: string;
}

/** Text of its specification. */
export function acmeNamed({ versioning, isWithoutJsonApi, baseUrl }: Naming): string {
  const file = join(repository, 'test', 'fixtures', 'acme', 'service.yaml');
  return readFileSync(file, 'utf8')
    .replace(/^versioning:\n[^]*$/m, `versioning: { ${versioning} }\n`)
    .replace('json-api, ', isWithoutJsonApi === true ? '' : 'json-api, ')
    .replace('  vendor: acme\n', (line) =>
      baseUrl === undefined ? line : `${line}  baseUrl: ${baseUrl}\n`,
    );
}
