import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composeNewService } from '../../src/generate.ts';
import { buildModel } from '../../src/model/build.ts';
import { isCode } from '../../src/rendering/code.ts';
import { templateIssues } from '../../src/rendering/overlays/check-template.ts';
import { overlayPathProblem, viewOfOverlay } from '../../src/rendering/overlays/overlay.ts';
import { itemShape, viewShape, type ViewShape } from '../../src/rendering/overlays/view-shape.ts';
import { templateUses } from '../../src/rendering/template-uses.ts';
import { templatePaths, templateText } from '../../src/rendering/templates.ts';
import { variants } from '../support/variants.ts';

const replaced = templatePaths()
  .filter((path) => path.endsWith('.hbs'))
  .map((path) => ({ path, kind: 'replace' as const }))
  .filter((overlay) => overlayPathProblem(overlay) === undefined);

test('every template that a kit can replace fits the shape of its view as it is', () => {
  assert.ok(replaced.length > 30);
  for (const overlay of replaced) {
    const issues = templateIssues(templateText(overlay.path), viewShape(viewOfOverlay(overlay)));
    assert.deepEqual(issues, [], overlay.path);
  }
});

/** Where a value is not what its shape says. */
function differences(value: unknown, shape: ViewShape, at: string): string[] {
  if (typeof shape === 'string') {
    return ['data', kindOf(value)].some((kind) => shape.split('|').includes(kind))
      ? []
      : [`${at} is ${kindOf(value)} and not ${shape}`];
  }
  const item = itemShape(shape);
  if (item !== undefined) {
    return Array.isArray(value)
      ? value.flatMap((each: unknown) => differences(each, item, `${at}[]`))
      : [`${at} is no list`];
  }
  if (typeof value !== 'object' || value === null || isCode(value)) return [`${at} is no mapping`];
  const members = value as Readonly<Record<string, unknown>>;
  return Object.entries(shape).flatMap(([key, inner]) => {
    const name = key.replace(/[?]$/, '');
    const member = Object.hasOwn(members, name) ? members[name] : undefined;
    if (member !== undefined) return differences(member, inner, `${at}.${name}`);
    return key.endsWith('?') ? [] : [`${at}.${name} is missing`];
  });
}

function kindOf(value: unknown): string {
  if (isCode(value)) return 'code';
  return typeof value === 'string' ? 'text' : typeof value;
}

test('every view has the shape that kits can rely on, in every variant (npm run template-views writes it anew)', async () => {
  for (const [name, text] of variants) {
    const composed = composeNewService(text, 'service.yaml');
    assert.ok(composed.ok, name);
    const { uses } = await templateUses(
      buildModel(composed.specification, composed.older, composed.flags),
    );
    const views = new Map(
      uses
        .filter(({ entry }) => replaced.some(({ path }) => path === entry.template))
        .map(({ entry, view }) => [
          view(),
          viewOfOverlay({ path: entry.template, kind: 'replace' }),
        ]),
    );
    assert.ok(views.size > 1);
    for (const [view, shape] of views) {
      assert.deepEqual(differences(view, viewShape(shape), name), []);
      const known = new Set(Object.keys(viewShape(shape)).map((key) => key.replace(/[?]$/, '')));
      assert.deepEqual(
        Object.keys(view).filter((key) => !known.has(key)),
        [],
        'names that the shape lacks',
      );
    }
  }
});
