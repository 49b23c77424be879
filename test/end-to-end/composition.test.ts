import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composeNewService } from '../../src/generate.ts';
import { buildModel } from '../../src/model/build.ts';
import { render } from '../../src/rendering/render.ts';
import { variants } from '../support/variants.ts';

/** Lines at most, so that a new colleague reads in one go what a service is made of. */
const most = { 'src/app.ts': 120, 'src/main.ts': 80 } as const;

for (const [name, text] of variants) {
  test(`the application and the start of ${name} are short`, async () => {
    const composed = composeNewService(text, 'service.yaml');
    assert.ok(composed.ok);
    const model = buildModel(composed.specification, composed.older, composed.flags);
    for (const [path, limit] of Object.entries(most)) {
      const [file] = await render(model, { runtime: { pinNode: false }, within: path });
      assert.equal(file?.path, path);
      const lines = file.text.split('\n').length - 1;
      assert.ok(lines <= limit, `${path} has ${String(lines)} lines, ${String(limit)} at most`);
    }
  });
}
