import { readFileSync } from 'node:fs';
import { planService } from '../../src/generate.ts';
import { applyPlan } from '../../src/plan/index.ts';
import { editSpecification, type Edit } from '../../src/specification/index.ts';
import { generate } from '../../test/support/generated.ts';
import { build, type BuiltService } from '../service/built-service.ts';

const former = readFileSync(new URL('parcels.yaml', import.meta.url), 'utf8');

const field = (name: string, value: unknown): Edit => ({
  path: ['resources', 'parcel', 'fields', name],
  value,
});
/** Required fields with a constant and with an expression, another type, a unique value, an index. */
const edits: readonly Edit[] = [
  field('country', { type: 'string', required: true, maxLength: 2 }),
  field('priority', { type: 'integer', required: true }),
  field('weight', { type: 'decimal', precision: 12, scale: 3 }),
  field('reference', { type: 'string', required: true, maxLength: 40, unique: true }),
  { path: ['endpoints'], value: { parcel: { filter: ['carrier'], sort: ['weight'] } } },
];
const fills: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['resources.parcel.fields.country.fill', 'DE'],
  [
    'resources.parcel.fields.priority.fill',
    { sql: "case when carrier = 'courier' then 1 else 2 end" },
  ],
]);

/** A service, and what its next release is: with a migration that was made of what changed. */
export interface Releases {
  readonly former: BuiltService;
  readonly present: BuiltService;
}

export async function buildReleases(): Promise<Releases> {
  return {
    former: await build('parcels-former', (staged) => generate(former, staged)),
    present: await build('parcels-present', async (staged) => {
      await generate(former, staged);
      const planned = await planService({
        text: editSpecification(former, edits),
        file: 'service.yaml',
        destination: staged,
        pinNode: false,
        answers: fills,
      });
      if (!planned.ok) throw new Error(JSON.stringify(planned, null, 2));
      await applyPlan(planned.plan);
    }),
  };
}
