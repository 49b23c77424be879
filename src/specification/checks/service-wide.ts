import {
  validateJsonApiField,
  validateOrigin,
  validateRepresentations,
} from '../validators/endpoints.ts';
import { keyIssues, valueIssues, type Issue } from '../issue.ts';
import { valueAt } from '../structure/locate.ts';
import { fieldNames, resourceNames, type CheckContext } from './check-context.ts';

/** What the service offers as a whole, and what follows from it for the fields. */
export function serviceWideFaults(context: CheckContext): Issue[] {
  const { representations } = context.valid.endpoints ?? {};
  return [
    ...(representations === undefined
      ? []
      : valueIssues(['endpoints', 'representations'], validateRepresentations(representations))),
    ...originIssues(context),
    ...(representations?.includes('json-api') === true ? jsonApiIssues(context) : []),
  ];
}

/** Each as it is written, whatever is wrong with the others. */
function originIssues({ raw }: CheckContext): Issue[] {
  const origins = valueAt(raw, ['endpoints', 'origins']);
  if (!Array.isArray(origins)) return [];
  return origins.flatMap((origin: unknown, position) =>
    typeof origin === 'string'
      ? valueIssues(['endpoints', 'origins', position], validateOrigin(origin))
      : [],
  );
}

function jsonApiIssues(context: CheckContext): Issue[] {
  return resourceNames(context).flatMap((resource) =>
    fieldNames(context, resource).flatMap((field) =>
      keyIssues(['resources', resource, 'fields', field], validateJsonApiField(field)),
    ),
  );
}
