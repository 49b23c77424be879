import { atKey, atValue, type Issue, type Path } from '../issue.ts';
import { shown } from '../shown.ts';
import { statesOf } from '../resolve/states.ts';
import { fieldNames, resourceNames, resourcesOf, type CheckContext } from './check-context.ts';

/** A former name is that of nothing that is there now, and of one thing only. */
export function renameIssues(context: CheckContext): Issue[] {
  const resources = resourcesOf(context).map(([name, { renamedFrom }]): Renamed => ({
    path: ['resources', name, 'renamedFrom'],
    former: renamedFrom,
  }));
  const fields = resourcesOf(context).flatMap(([name, resource]) =>
    formerIssues(
      Object.entries(resource.fields).map(([field, { renamedFrom }]) => ({
        path: ['resources', name, 'fields', field, 'renamedFrom'],
        former: renamedFrom,
      })),
      fieldNames(context, name),
      'field',
    ),
  );
  return [
    ...formerIssues(resources, resourceNames(context), 'resource'),
    ...fields,
    ...Object.entries(context.valid.states ?? {}).flatMap(([name, machine]) => {
      const { renamedFrom = {} } = machine;
      const states = statesOf(machine);
      const path: Path = ['states', name, 'renamedFrom'];
      const renamed = Object.entries(renamedFrom).map(([now, former]) => ({
        path: [...path, now],
        former,
      }));
      const unknown = Object.keys(renamedFrom)
        .filter((now) => !states.includes(now))
        .map((now) =>
          atKey([...path, now], {
            code: 'unknown-state',
            message: `there is no state ${shown(now)}: on the left stands what a state is called now, on the right what it was called`,
            allowed: states,
          }),
        );
      return [...unknown, ...formerIssues(renamed, states, 'state')];
    }),
  ];
}

interface Renamed {
  readonly path: Path;
  readonly former: string | undefined;
}

function formerIssues(
  renamed: readonly Renamed[],
  there: readonly string[],
  what: string,
): Issue[] {
  return renamed.flatMap(({ path, former }, index) => {
    if (former === undefined) return [];
    const issue = (message: string) => [atValue(path, { code: 'former-name', message })];
    if (there.includes(former)) {
      return issue(`there still is a ${what} ${shown(former)}, so nothing was renamed from it`);
    }
    return renamed.findIndex((other) => other.former === former) === index
      ? []
      : issue(`another ${what} was renamed from ${shown(former)} already`);
  });
}
