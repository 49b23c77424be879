import { judgePlural, judgeResourceName } from '../answers/resource-name.ts';
import { claim, judgeCollision, ownerAmong, type NamedResource } from '../answers/collisions.ts';
import { atKey, atValue, judgedKey, judgedValue, type Issue } from '../issue.ts';
import { pluralOf } from '../names/plural.ts';
import { own } from '../plain.ts';
import { resourceNames, type Subject } from './subject.ts';

interface Named extends NamedResource {
  readonly isWritten: boolean;
}

/** Names of resources and of their collections, each alone and all of them together. */
export function resourceNameIssues(subject: Subject): Issue[] {
  const all = resourceNames(subject).map((name) => namedOf(subject, name));
  const issues = all.map(nameIssue);
  const sound = all.filter((_, position) => issues[position] === undefined);
  return [...issues.filter((issue) => issue !== undefined), ...collisions(sound)];
}

function namedOf(subject: Subject, name: string): Named {
  const plural = own(subject.sound.resources, name)?.plural;
  return { name, plural: plural ?? pluralOf(name), isWritten: plural !== undefined };
}

function nameIssue({ name, plural, isWritten }: Named): Issue | undefined {
  const path = ['resources', name];
  const bad = judgeResourceName(name);
  if (bad !== undefined) return atKey(path, bad);
  const collection = judgePlural(plural);
  if (collection === undefined) return undefined;
  return isWritten ? atValue([...path, 'plural'], collection) : atKey(path, collection);
}

/** Each resource beside those before it. */
function collisions(all: readonly Named[]): Issue[] {
  const taken = new Map<string, string>();
  return all.flatMap((resource) => {
    const judgement = judgeCollision(resource, ownerAmong(resource, taken));
    claim(resource, taken);
    const path = ['resources', resource.name];
    return resource.isWritten
      ? judgedValue([...path, 'plural'], judgement)
      : judgedKey(path, judgement);
  });
}
