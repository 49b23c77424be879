import type { Fault, Judgement, Path } from '../fault.ts';
import type { Field } from '../schema.ts';
import { flagFaults, replacementFaults } from './field-flags.ts';
import { shapeFaults } from './field-shape.ts';
import { valueFaults } from './field-values.ts';
import { indexFaults } from './indexes.ts';
import { sitesOf, type Site } from './sites.ts';
import { fieldNames, resourcesOf, type Subject } from './subject.ts';

export interface FieldReport {
  readonly faults: Fault[];
  /** Fields of which values cannot be judged, because their own description has a fault. */
  readonly unclear: ReadonlySet<Field>;
}

/** Everything that is wrong with fields, apart from their names and what they refer to. */
export function fieldFaults(
  subject: Subject,
  judgePattern: (pattern: string) => Judgement | undefined,
): FieldReport {
  const unclear = new Set<Field>();
  const faults = resourcesOf(subject).flatMap(([name, resource]) => {
    const siblings = fieldNames(subject, name);
    return Object.entries(resource.fields).flatMap(([key, field]) => {
      const path = ['resources', name, 'fields', key];
      const sites = sitesOf(field, path);
      const shape = sites.flatMap((site) => shapeFaults(site, judgePattern));
      if (shape.length > 0) unclear.add(field);
      const values = shape.length > 0 ? [] : sites.flatMap(valueFaults);
      const index = shape.length > 0 ? [] : indexFaults(field, path);
      return shape.concat(
        flagFaults(field, path),
        replacementFaults(field, path, siblings),
        sites.flatMap(memberReplacements),
        values,
        index,
      );
    });
  });
  return { faults, unclear };
}

/** A member that takes the place of a deprecated one exists beside it. */
export function memberReplacements({ path, field }: Site): Fault[] {
  if (field.type !== 'object') return [];
  const siblings = Object.keys(field.fields);
  return Object.entries(field.fields).flatMap(([name, member]) => {
    const place: Path = [...path, 'fields', name];
    return replacementFaults(member, place, siblings);
  });
}
