import type { ResourceModel, ServiceModel } from '../../model/model.ts';

/** What INTERFACE.md says of who may do what, as plain text. */
export function accessTexts(model: ServiceModel) {
  return {
    permissions: model.resources.flatMap((resource) => permissionsOf(resource)),
    rowRules: model.resources.flatMap(({ name, plural, access }) =>
      access.rules.map(({ name: member, claim, unless }) => ({
        resource: name,
        plural,
        member,
        claim,
        unless: inWords(unless, 'none'),
      })),
    ),
    restrictedMembers: model.resources.flatMap(({ name, fields }) =>
      fields
        .filter(({ field }) => field.readableBy !== undefined || field.writableBy !== undefined)
        .map(({ name: member, field }) => ({
          resource: name,
          member,
          readers: inWords(field.readableBy, 'everybody who reads it'),
          writers: inWords(field.writableBy, 'everybody who changes it'),
        })),
    ),
  };
}

/** One row for each thing that can be done, with those who may. */
function permissionsOf({ name, access }: ResourceModel) {
  return Object.entries(access.grants ?? {}).map(([verb, grants]) => ({
    resource: name,
    verb,
    grants: inWords(grants, 'nobody'),
  }));
}

/** `scope:NAME` stands for the scope of that name. */
function inWords(grants: readonly string[] | undefined, none: string): string {
  return grants === undefined || grants.length === 0 ? none : grants.join(', ');
}
