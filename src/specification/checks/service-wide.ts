import { judgeJsonApiField, judgeOrigin, judgeRepresentations } from '../answers/endpoints.ts';
import { judgedKey, judgedValue, type Fault } from '../fault.ts';
import { fieldNames, resourceNames, type Subject } from './subject.ts';

/** What the service offers as a whole, and what follows from it for the fields. */
export function serviceWideFaults(subject: Subject): Fault[] {
  const { representations, origins = [] } = subject.sound.endpoints ?? {};
  return [
    ...(representations === undefined
      ? []
      : judgedValue(['endpoints', 'representations'], judgeRepresentations(representations))),
    ...origins.flatMap((origin, position) =>
      judgedValue(['endpoints', 'origins', position], judgeOrigin(origin)),
    ),
    ...(representations?.includes('json-api') === true ? jsonApiFaults(subject) : []),
  ];
}

function jsonApiFaults(subject: Subject): Fault[] {
  return resourceNames(subject).flatMap((resource) =>
    fieldNames(subject, resource).flatMap((field) =>
      judgedKey(['resources', resource, 'fields', field], judgeJsonApiField(field)),
    ),
  );
}
