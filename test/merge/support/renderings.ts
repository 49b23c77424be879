import { composeNewService } from '../../../src/generate.ts';
import { buildModel } from '../../../src/model/build.ts';
import type { OutputFile } from '../../../src/plan/index.ts';
import { formatAll } from '../../../src/rendering/format.ts';
import { render } from '../../../src/rendering/render.ts';
import { editSpecification } from '../../../src/specification/index.ts';
import { exampleText } from '../../support/generated.ts';

type Edits = Parameters<typeof editSpecification>[1];

/** Changes of the example's specification, each with a name. */
export const changes: Readonly<Record<string, Edits>> = {
  'as it is': [],
  'other lists': [
    {
      path: ['endpoints', 'order', 'filter'],
      value: ['status', 'reference', 'customerEmail', 'currency', 'dueAt'],
    },
    { path: ['endpoints', 'order', 'sort'], value: ['createdAt', 'total', 'dueAt', 'reference'] },
  ],
  'a new field': [
    {
      path: ['resources', 'order', 'fields', 'giftMessage'],
      value: { type: 'string', maxLength: 200 },
    },
  ],
  'a field less': [{ path: ['resources', 'order', 'fields', 'accessCode'], value: undefined }],
  'a new transition': [
    {
      path: ['states', 'order', 'transitions', 'reopen'],
      value: { from: 'cancelled', to: 'draft', description: 'It was cancelled by mistake.' },
    },
    { path: ['authentication', 'allow', 'order', 'reopen'], value: ['clerk', 'admin'] },
  ],
  'no history': [{ path: ['states', 'order', 'history'], value: false }],
  'other words': [
    { path: ['resources', 'order', 'description'], value: 'Something that a shop ordered.' },
    { path: ['service', 'license'], value: 'MIT' },
  ],
};

/** Files of every language that merging knows, and of none. */
const wanted = [
  'src/resources/order/order.routes.ts',
  'src/resources/order/order.schema.ts',
  'src/resources/order/order.states.ts',
  'src/resources/shipping-label/',
  'package.json',
  'compose.yaml',
  'src/app.ts',
];

/** Those files of the example after a change of its specification. */
export async function renderChanged(edits: Edits): Promise<OutputFile[]> {
  const text = editSpecification(exampleText('order-desk'), edits);
  const composed = composeNewService(text, 'service.yaml');
  if (!composed.ok) throw new Error(composed.mistakes.map(({ message }) => message).join('\n'));
  const model = buildModel(composed.specification, composed.older, composed.flags);
  const all = await render(model, { runtime: { pinNode: false }, isFormatted: false });
  const files = all.filter(({ path }) => wanted.some((start) => path.startsWith(start)));
  const code = files.filter(({ path }) => path.endsWith('.ts'));
  const formatted = await formatAll(code);
  return files.map((file) => ({ ...file, text: formatted[code.indexOf(file)] ?? file.text }));
}
