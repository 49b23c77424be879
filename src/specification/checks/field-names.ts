import {
  validateFieldCollision,
  validateFieldName,
  validateMemberName,
} from '../validators/field-name.ts';
import { keyIssues, type Issue, type IssueDetails, type Path } from '../issue.ts';
import { snakeCase } from '../names/casing.ts';
import { systemFields } from '../names/reserved.ts';
import { isMapping, own } from '../plain.ts';
import type { CheckContext } from './check-context.ts';

/** Names of fields and of members of objects, wherever they are written and whatever else is wrong with them. */
export function fieldNameIssues({ raw }: CheckContext): Issue[] {
  const resources = isMapping(raw) ? own(raw, 'resources') : undefined;
  if (!isMapping(resources)) return [];
  return Object.entries(resources).flatMap(([name, resource]) => {
    if (!isMapping(resource)) return [];
    const parent = own(resource, 'parent');
    const path = ['resources', name, 'fields'];
    return mappingIssues(own(resource, 'fields'), path, {
      validate: (field) =>
        validateFieldName(field, typeof parent === 'string' ? parent : undefined),
      taken: systemFields,
    });
  });
}

interface Rules {
  readonly validate: (name: string) => IssueDetails | undefined;
  /** Names that exist beside the written ones. */
  readonly taken: readonly string[];
}

const memberRules: Rules = { validate: validateMemberName, taken: [] };

function mappingIssues(fields: unknown, path: Path, rules: Rules): Issue[] {
  if (!isMapping(fields)) return [];
  const columns = new Map(rules.taken.map((name) => [snakeCase(name), name]));
  const names = Object.keys(fields).flatMap((name) => {
    const details = rules.validate(name) ?? validateFieldCollision(name, columns);
    columns.set(snakeCase(name), name);
    return keyIssues([...path, name], details);
  });
  const nested = Object.entries(fields).flatMap(([name, field]) => inside(field, [...path, name]));
  return [...names, ...nested];
}

/** Names of the members of an object, and of those inside them. */
export function memberNameIssues(field: unknown, path: Path): Issue[] {
  return inside(field, path);
}

/** Members of objects, also of those that are the items of an array. */
function inside(field: unknown, path: Path): Issue[] {
  if (!isMapping(field)) return [];
  return [
    ...mappingIssues(own(field, 'fields'), [...path, 'fields'], memberRules),
    ...inside(own(field, 'items'), [...path, 'items']),
  ];
}
