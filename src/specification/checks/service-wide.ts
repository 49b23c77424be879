import { judgeJsonApiField, judgeOrigin, judgeRepresentations } from '../answers/endpoints.ts';
import { judgedKey, judgedValue, type Issue } from '../issue.ts';
import { valueAt } from '../structure/locate.ts';
import { fieldNames, resourceNames, type Subject } from './subject.ts';

/** What the service offers as a whole, and what follows from it for the fields. */
export function serviceWideFaults(subject: Subject): Issue[] {
  const { representations } = subject.sound.endpoints ?? {};
  return [
    ...(representations === undefined
      ? []
      : judgedValue(['endpoints', 'representations'], judgeRepresentations(representations))),
    ...originIssues(subject),
    ...(representations?.includes('json-api') === true ? jsonApiIssues(subject) : []),
  ];
}

/** Each as it is written, whatever is wrong with the others. */
function originIssues({ raw }: Subject): Issue[] {
  const origins = valueAt(raw, ['endpoints', 'origins']);
  if (!Array.isArray(origins)) return [];
  return origins.flatMap((origin: unknown, position) =>
    typeof origin === 'string'
      ? judgedValue(['endpoints', 'origins', position], judgeOrigin(origin))
      : [],
  );
}

function jsonApiIssues(subject: Subject): Issue[] {
  return resourceNames(subject).flatMap((resource) =>
    fieldNames(subject, resource).flatMap((field) =>
      judgedKey(['resources', resource, 'fields', field], judgeJsonApiField(field)),
    ),
  );
}
