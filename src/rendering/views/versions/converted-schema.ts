import type { ComposedResource, ComposedVersion } from '../../../evolution/compose/chain.ts';
import { convertedPaths } from '../../../evolution/compose/converted.ts';
import type { LinkedOperation } from '../../../evolution/compose/link.ts';
import { segmentsOf } from '../../../evolution/compose/members.ts';
import { fieldsOf } from '../../../evolution/compose/shape.ts';
import { namesAlong } from '../../../evolution/compose/walk.ts';
import type { ResolvedField } from '../../../specification/index.ts';
import type { Code } from '../../code.ts';
import { convertedSchema } from '../schema-code.ts';

/** What members of the newest version can be that converters make; undefined: whatever clients send becomes such a value. */
export function convertedCode(
  { newest, steps }: ComposedVersion,
  { newest: name }: ComposedResource,
): Code | undefined {
  const links = namesAlong(steps, name) ?? [];
  const operations = links.map((link) => link.operations);
  return schemaOfConverted(operations, fieldsOf(newest, name));
}

export function schemaOfConverted(
  operations: readonly (readonly LinkedOperation[])[],
  fields: Readonly<Record<string, ResolvedField>>,
): Code | undefined {
  const paths = convertedPaths(operations, fields);
  if (paths.length === 0) return undefined;
  const segments = paths.map((path) =>
    segmentsOf(path).flatMap(({ name, isList }) => (isList ? [name, '[]'] : [name])),
  );
  return convertedSchema(fields, segments);
}
