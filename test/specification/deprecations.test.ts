import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeSpecification } from '../../src/specification/index.ts';
import {
  accepts,
  read,
  refuses,
  withField,
  withFields,
  withResources,
  withSections,
} from './support.ts';

const days = 'since: 2026-01-01';

accepts('a field that says it alone', withField('{ type: string, deprecated: true }'));
accepts(
  'a field with days and a successor',
  withField(`{ type: string, deprecated: { ${days}, replacedBy: other, sunset: 2026-01-01 } }`),
);
refuses(
  'a deprecation without a day',
  'missing-key',
  withField('{ type: string, ▸deprecated: { replacedBy: other } }'),
);
refuses(
  'a day that the calendar does not have',
  'value',
  withField('{ type: string, deprecated: { since: ▸2026-02-30 } }'),
);
refuses(
  'a sunset before the deprecation',
  'out-of-order',
  withField('{ type: string, deprecated: { since: 2026-01-01, sunset: ▸2025-12-31 } }'),
);
refuses(
  'a successor that is not there',
  'unknown-field',
  withField(`{ type: string, deprecated: { ${days}, replacedBy: ▸nobody } }`),
);
refuses(
  'a field in its own place',
  'unknown-field',
  withField(`{ type: string, deprecated: { ${days}, replacedBy: ▸total } }`),
);
refuses(
  'a successor in two places',
  'contradiction',
  withField(`{ type: string, deprecated: { ${days} }, ▸replacedBy: other }`),
);
refuses(
  'an unknown key',
  'unknown-key',
  withField(`{ type: string, deprecated: { ${days}, ▸until: 2026-05-01 } }`),
);
accepts(
  'members of objects and of items',
  withFields(
    `a: { type: object, fields: { b: { type: string, deprecated: { ${days}, replacedBy: c } }, c: { type: string } } }
d: { type: array, items: { type: object, fields: { e: { type: string, deprecated: { ${days} } } } } }`,
  ),
);
refuses(
  'a successor beside the object instead of in it',
  'unknown-field',
  withFields(
    `a: { type: object, fields: { b: { type: string, deprecated: { ${days}, replacedBy: ▸other } } } }
other: { type: string }`,
  ),
);
accepts(
  'values of enumerations',
  withFields(
    `a: { type: enum, values: [x, 'y, z'], deprecatedValues: { 'y, z': { ${days}, replacedBy: x } } }
b: { type: string, enum: [x, y], deprecatedValues: { y: { ${days} } } }
c: { type: array, items: { type: string, enum: [x, y], deprecatedValues: { y: { ${days} } } } }`,
  ),
);
refuses(
  'a value that is not there',
  'unknown-value',
  withField(`{ type: enum, values: [x, y], deprecatedValues: { ▸z: { ${days} } } }`),
);
refuses(
  'another value that is not there',
  'unknown-value',
  withField(`{ type: enum, values: [x, y], deprecatedValues: { y: { ${days}, replacedBy: ▸z } } }`),
);
refuses(
  'values of what is no enumeration',
  'without-enum',
  withField(`{ type: string, ▸deprecatedValues: { y: { ${days} } } }`),
);
accepts(
  'a resource, and another in its place',
  withResources(
    `order: { deprecated: { ${days}, replacedBy: claim }, fields: { a: { type: string } } }
claim: { fields: { a: { type: string } } }`,
  ),
);
refuses(
  'a resource in the place of another that is not there',
  'unknown-resource',
  withResources(
    `order: { deprecated: { ${days}, replacedBy: ▸claim }, fields: { a: { type: string } } }`,
  ),
);
accepts(
  'methods, filters, transitions and actions',
  withSections(
    `states:
  order:
    initial: new
    transitions:
      close: { from: new, to: closed, deprecated: { ${days}, replacedBy: finish } }
      finish: { from: new, to: closed }
endpoints:
  order:
    filter: [total, createdAt]
    deprecated:
      methods: { replace: { ${days}, replacedBy: update }, delete: { ${days}, replacedBy: finish } }
      filter: { total: { ${days}, replacedBy: createdAt } }
    actions: { weigh: { deprecated: { ${days}, replacedBy: close } } }`,
  ),
);
refuses(
  'a method that is not offered',
  'unknown-method',
  withSections(
    `endpoints: { order: { methods: [list], deprecated: { methods: { ▸delete: { ${days} } } } } }`,
  ),
);
refuses(
  'a filter that is not offered',
  'unknown-filter',
  withSections(`endpoints: { order: { deprecated: { filter: { ▸note: { ${days} } } } } }`),
);
refuses(
  'a transition that the clock alone brings about',
  'contradiction',
  withSections(
    `states: { order: { initial: new, transitions: { close: { from: new, to: closed, after: P1D, ▸deprecated: { ${days} } } } } }`,
  ),
);
refuses(
  'an operation that is not there in the place of another',
  'unknown-action',
  withSections(
    `endpoints: { order: { actions: { weigh: { deprecated: { ${days}, replacedBy: ▸measure } } } } }`,
  ),
);

test('is written as it was read', () => {
  const text = withField(`{ type: enum, values: [x, y], deprecatedValues: { y: { ${days} } } }`);
  const { specification } = read(text);
  const again = read(writeSpecification(specification));
  assert.deepEqual(again.specification, specification);
});

test('an input takes the deprecated values of its field, as far as it has them', () => {
  const { resolved } = read(
    withFields(
      `kind: { type: enum, values: [x, y], deprecatedValues: { y: { ${days} } } }`,
      `endpoints: { order: { actions: { a: { input: { kind: { type: enum, values: [x] } } }, b: { input: { kind: { type: enum, values: [x, y] } } } } } }`,
    ),
  );
  const inputOf = (name: string) => resolved.endpoints['order']?.actions[name]?.input['kind'];
  const deprecated = (name: string) => {
    const input = inputOf(name);
    return input?.type === 'enum' ? input.deprecatedValues : undefined;
  };
  assert.deepEqual([deprecated('a'), deprecated('b')], [undefined, { y: { since: '2026-01-01' } }]);
});

test('a history goes with its resource', () => {
  const { resolved } = read(
    withResources(
      `order: { deprecated: { ${days}, replacedBy: claim }, fields: { a: { type: string } } }
claim: { fields: { a: { type: string } } }`,
      `states: { order: { initial: new, history: true, transitions: { close: { from: new, to: closed } } } }`,
    ),
  );
  assert.deepEqual(resolved.resources['order-transition']?.deprecated, { since: '2026-01-01' });
});
