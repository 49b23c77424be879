import { accepts, refuses, withResources } from './support.ts';

const plain = '{ fields: { a: { type: string } } }';
const to = (target: string, more = '') =>
  `{ fields: { a: { type: reference, to: ${target}${more} } } }`;

refuses(
  'a reference to nothing',
  'unknown-resource',
  withResources(`order: ${to('▸custmer')}\ncustomer: ${plain}`),
);
accepts('a reference to itself', withResources(`person: ${to('person')}`));
accepts(
  'a reference to a resource that has a mistake of its own, which is reported',
  withResources(`order: ${to('customer')}\ncustomer: ${plain}`),
);
refuses(
  'a mistake in a resource, and not the references to it',
  'unknown-key',
  withResources(
    `order: ${to('customer')}\ncustomer: { ▸colour: red, fields: { a: { type: string } } }`,
  ),
);
refuses(
  'a resource without fields, and not the references to it',
  'missing-key',
  withResources(`order: ${to('customer')}\n▸customer: {}`),
);

refuses(
  'a required reference to itself',
  'reference-cycle',
  withResources(`person: ${to('▸person', ', required: true')}`),
);
refuses(
  'a circle of required references',
  'reference-cycle',
  withResources(
    `a: ${to('b', ', required: true')}\nb: ${to('c', ', required: true')}\nc: ${to('a', ', required: true')}`.replace(
      'to: b',
      'to: ▸b',
    ),
  ),
);
refuses(
  'two circles',
  ['reference-cycle', 'reference-cycle'],
  withResources(
    `a: ${to('▸b', ', required: true')}\nb: ${to('a', ', required: true')}\nc: ${to('▸c', ', required: true')}`,
  ),
);
refuses(
  'a circle of a parent and a required reference',
  'reference-cycle',
  withResources(
    `order: ${to('▸item', ', required: true')}\nitem: { parent: order, fields: { b: { type: string } } }`,
  ),
);
accepts(
  'a circle with an optional reference',
  withResources(`a: ${to('b', ', required: true')}\nb: ${to('a')}`),
);
accepts(
  'a circle with a nullable reference',
  withResources(
    `a: ${to('b', ', required: true')}\nb: ${to('a', ', required: true, nullable: true')}`,
  ),
);
accepts(
  'two ways to one resource',
  withResources(
    `a: ${to('c', ', required: true')}\nb: { fields: { x: { type: reference, to: a, required: true }, y: { type: reference, to: c, required: true } } }\nc: ${plain}`,
  ),
);

refuses(
  'set-null on a required reference',
  'contradiction',
  withResources(
    `order: ${to('customer', ', required: true, onDelete: ▸set-null')}\ncustomer: ${plain}`,
  ),
);
accepts(
  'set-null on an optional reference',
  withResources(
    `order: ${to('customer', ', immutable: true, onDelete: set-null')}\ncustomer: ${plain}`,
  ),
);
refuses(
  'another onDelete',
  'not-allowed',
  withResources(`order: ${to('order', ', onDelete: ▸delete')}`),
);

const child = (parent: string) => `{ parent: ${parent}, fields: { a: { type: string } } }`;
refuses(
  'a parent that does not exist',
  'unknown-resource',
  withResources(`item: ${child('▸ordr')}\norder: ${plain}`),
);
refuses('a parent of its own', 'parent-cycle', withResources(`item: ${child('▸item')}`));
refuses(
  'parents in a circle, each of them',
  ['parent-cycle', 'parent-cycle'],
  withResources(`a: ${child('▸b')}\nb: ${child('▸a')}`),
);
accepts('two levels of children', withResources(`a: ${plain}\nb: ${child('a')}\nc: ${child('b')}`));
refuses(
  'three levels of children',
  'parent-depth',
  withResources(`a: ${plain}\nb: ${child('a')}\nc: ${child('b')}\nd: ${child('▸c')}`),
);

const unique = (list: string) =>
  withResources(
    `order: ${plain}\nitem: { parent: order, unique: ${list}, fields: { a: { type: string }, b: { type: date }, t: { type: text } } }`,
  );
accepts('fields that are unique together', unique('[[a, b], [orderId, a]]'));
refuses('unique together with nothing', 'unknown-field', unique('[[a, ▸c]]'));
refuses('a single field as unique together', 'too-few', unique('[▸[a]]'));
refuses('a field twice', 'duplicate-item', unique('[[a, ▸a]]'));
refuses('a text in an index', 'not-comparable', unique('[[a, ▸t]]'));

const together = (status: string, size: string) =>
  withResources(
    `order: { fields: { status: { type: string, ${status} }, size: { type: string, ${size} } }, unique: [▸[status, size]] }`,
  );
refuses(
  'defaults that are unique together and that clients cannot change',
  'contradiction',
  together('readOnly: true, default: a', 'readOnly: true, default: b'),
);
accepts(
  'defaults that are unique together with what clients send',
  together('readOnly: true, default: a', 'default: b').replace('▸', ''),
);
accepts(
  'what is unique together, and set by the service alone',
  together('readOnly: true', 'readOnly: true').replace('▸', ''),
);
