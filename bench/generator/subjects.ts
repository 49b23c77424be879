import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { composeNewService } from '../../src/generate.ts';
import { buildModel } from '../../src/model/build.ts';
import { readLock } from '../../src/plan/index.ts';
import { render } from '../../src/rendering/render.ts';
import { measure, type Measured } from './measured.ts';
import { specificationOf } from './specification.ts';

export const kinds = ['prettier', 'new', 'unchanged', 'changed'] as const;
export type Kind = (typeof kinds)[number];

/** What is measured of a service of one size. */
export interface Subject {
  readonly resources: number;
  /** Files that are rendered for it and formatted. */
  readonly rendered: number;
  measure(kind: Kind): Measured;
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const generator = here('../../bin/resource-service.ts');

/** Before anything is measured, everything has run once: what Node compiles is kept for the next start of each. */
export async function prepare(
  resources: number,
  directory: string,
  cache: string,
): Promise<Subject> {
  mkdirSync(directory);
  const at = (name: string) => join(directory, name);
  writeFileSync(at('service.yaml'), specificationOf(resources));
  const generate = (destination: string, ...more: string[]) =>
    measure(
      [generator, '--destination', destination, '--yes', '--skip-install', ...more],
      directory,
      cache,
    );
  const fresh = () => {
    rmSync(at('new'), { recursive: true, force: true });
    return generate(at('new'), '--spec', at('service.yaml'));
  };
  fresh();
  cpSync(at('new'), at('unchanged'), { recursive: true });
  const rendered = await renderedFiles(at('unchanged'), resources);
  writeFileSync(at('rendered.json'), JSON.stringify(rendered));

  const measures: Readonly<Record<Kind, () => Measured>> = {
    prettier: () => measure([here('prettier-alone.ts'), at('rendered.json')], directory, cache),
    new: fresh,
    unchanged: () => {
      const lock = readFileSync(at('unchanged/.resource-service/lock'), 'utf8');
      const measured = generate(at('unchanged'), '--json');
      if (readFileSync(at('unchanged/.resource-service/lock'), 'utf8') !== lock) {
        throw new Error('an unchanged service was written');
      }
      return measured;
    },
    changed: () => {
      rmSync(at('changed'), { recursive: true, force: true });
      cpSync(at('unchanged'), at('changed'), { recursive: true });
      writeFileSync(at('changed/service.yaml'), specificationOf(resources, true));
      return generate(at('changed'));
    },
  };
  return { resources, rendered: rendered.length, measure: (kind) => measures[kind]() };
}

/** The texts that templates give for this service, and that are formatted; what is only copied is not among them. */
async function renderedFiles(service: string, resources: number) {
  const lock = await readLock(service);
  const formatted = new Set(
    lock?.files
      .filter((entry) => entry.formatted !== undefined && entry.template.endsWith('.hbs'))
      .map(({ path }) => path),
  );
  const composed = composeNewService(specificationOf(resources), 'service.yaml');
  if (!composed.ok) throw new Error(JSON.stringify(composed.mistakes));
  const model = buildModel(composed.specification, composed.older, composed.flags);
  const files = await render(model, { runtime: { pinNode: false }, isFormatted: false });
  return files.filter(({ path }) => formatted.has(path)).map(({ path, text }) => ({ path, text }));
}

export function measureEmptyGenerator(directory: string, cache: string): Measured {
  return measure([here('empty-generator.ts')], directory, cache);
}
