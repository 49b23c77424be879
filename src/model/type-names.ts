import { pascalCase } from '../specification/index.ts';

/** Types that the files of a resource use or import, or that one of them would make with `Rules` behind it. */
const used: ReadonlySet<string> = new Set([
  'Array',
  'BigInt',
  'Boolean',
  'Buffer',
  'Change',
  'Database',
  'Date',
  'Function',
  'Kysely',
  'Number',
  'Object',
  'Omit',
  'Partial',
  'Pick',
  'Problem',
  'Promise',
  'Readonly',
  'Record',
  'Required',
  'Resource',
  'Route',
  'Service',
  'Static',
  'Store',
  'Stored',
  'String',
  'System',
  'Table',
  'Tables',
  'Type',
  'Uint8Array',
]);

/** The type of a resource: `shipping-label` is `ShippingLabel`, and `store`, whose name is in use, `StoreEntity`. */
export function typeName(resource: string): string {
  const name = pascalCase(resource);
  return used.has(name) ? `${name}Entity` : name;
}
