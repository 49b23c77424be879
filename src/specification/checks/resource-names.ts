import { validatePlural, validateResourceName } from '../validators/resource-name.ts';
import {
  claim,
  validateCollision,
  ownerAmong,
  type NamedResource,
} from '../validators/collisions.ts';
import { atKey, atValue, keyIssues, valueIssues, type Issue } from '../issue.ts';
import { pluralOf } from '../names/plural.ts';
import { own } from '../plain.ts';
import { resourceNames, type CheckContext } from './check-context.ts';

interface Named extends NamedResource {
  readonly isWritten: boolean;
}

/** Names of resources and of their collections, each alone and all of them together. */
export function resourceNameIssues(context: CheckContext): Issue[] {
  const all = resourceNames(context).map((name) => namedOf(context, name));
  const issues = all.map(nameIssue);
  const valid = all.filter((_, position) => issues[position] === undefined);
  return [...issues.filter((issue) => issue !== undefined), ...collisions(valid)];
}

function namedOf(context: CheckContext, name: string): Named {
  const plural = own(context.valid.resources, name)?.plural;
  return { name, plural: plural ?? pluralOf(name), isWritten: plural !== undefined };
}

function nameIssue({ name, plural, isWritten }: Named): Issue | undefined {
  const path = ['resources', name];
  const bad = validateResourceName(name);
  if (bad !== undefined) return atKey(path, bad);
  const collection = validatePlural(plural);
  if (collection === undefined) return undefined;
  return isWritten ? atValue([...path, 'plural'], collection) : atKey(path, collection);
}

/** Each resource beside those before it. */
function collisions(all: readonly Named[]): Issue[] {
  const taken = new Map<string, string>();
  return all.flatMap((resource) => {
    const details = validateCollision(resource, ownerAmong(resource, taken));
    claim(resource, taken);
    const path = ['resources', resource.name];
    return resource.isWritten
      ? valueIssues([...path, 'plural'], details)
      : keyIssues(path, details);
  });
}
