import { breakageOf, type Breakage } from './breakage.ts';

const broken = breakageOf('deprecated');
const folder = 'runtime/versioning/deprecations';

/** What answers say about single features, on a service that deprecates each kind of them. */
export const deprecations: readonly Breakage[] = [
  broken(
    'C-026',
    'a deprecated operation says nothing',
    `${folder}/deprecated-routes.ts`,
    'for (const notice of asked) notice(headers);',
    '',
  ),
  broken(
    'C-026',
    'a field that is sent is not named',
    `${folder}/find-uses.ts`,
    'if (Object.hasOwn(each, member.name)) lookAt(member, each[member.name], used);',
    'if (Object.hasOwn(each, member.name)) lookAt({ name: member.name }, undefined, used);',
  ),
  broken(
    'C-026',
    'a value in a list is not named',
    `${folder}/find-uses.ts`,
    '(Array.isArray(value) && value.includes(each.value))',
    'false',
  ),
  broken(
    'C-026',
    'answers name the latest day instead of the earliest',
    `${folder}/notice.ts`,
    'deprecated < Number(known.slice(1))',
    'deprecated > Number(known.slice(1))',
  ),
  broken(
    'C-026',
    'links lead to no section',
    `${folder}/notice.ts`,
    '#${sectionOf(label, feature)}>; rel="deprecation"`',
    '#${feature.name}>; rel="deprecation"`',
  ),
  broken(
    'C-026',
    'uses of what a body holds are not counted',
    `${folder}/deprecated-routes.ts`,
    'count(label, name, client);\n      };',
    '};',
  ),
];
