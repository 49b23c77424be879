import { isDeepStrictEqual } from 'node:util';
import type { Ask } from '../ask.ts';
import { askChoice, askText, type Help } from '../asking.ts';
import { problemOf } from '../checking.ts';
import type { Draft } from '../draft.ts';
import { exampleLine } from '../own-words.ts';
import { counted } from '../resources/resource.ts';
import { printable } from '../printable.ts';
import { allowLines, grantsProblem, usualAllow, withBeginning, withGrants } from './allow.ts';
import { withAccess, withRoles } from './change.ts';
import { barProblem, wordsOf } from './line.ts';
import { askRules } from './rules.ts';

const introduction = [
  'One line for each resource, or for all:  all: read: reader; write: writer',
  '-resource: no caller may do anything with it  empty: done',
];

const help: Help = {
  text: [
    'A line is resource: verb: roles; verb: roles. What it does not mention stays.',
    'Verbs  read, create, replace, update, delete, and transitions and actions by their names; write stands for all but read; PUT is as PATCH (update)',
    'Roles  those above, scope:NAME, * for every role, nobody',
    'A field of a resource has read and write; -order.margin lifts both.',
  ],
  example: [
    'order: read: reader, writer; create, update: writer; delete: admin',
    'order: submit: writer, scope:orders:submit',
    'all: read: *; write: writer, admin; delete: admin',
    'order.margin: read: admin; write: admin',
  ],
};

/** Asks which roles there are, who may do what, and which rows exist for whom. */
export async function askAccess(ask: Ask, draft: Draft): Promise<Draft> {
  const named = await askRoles(ask, draft);
  return askRules(ask, await askAllow(ask, named));
}

async function askRoles(ask: Ask, draft: Draft): Promise<Draft> {
  const present = draft.authentication?.roles ?? [];
  const typed = await askText(ask, {
    message:
      present.length === 0
        ? 'Roles, the highest last, such as reader, admin (empty: none)'
        : 'Roles, the highest last (none: without any)',
    help: {
      text: 'Names of what callers may be, from the least to the most that they may do. An API key or a password gets its roles when it is made, a token brings them along.',
      example: 'reader, writer, admin',
    },
    default: present.join(', '),
    check: (text) =>
      barProblem(rolesIn(text)) ??
      problemOf(withoutRolesOf(draft), withRoles(draft, rolesIn(text))),
  });
  return withRoles(draft, rolesIn(typed));
}

/** A role that is taken away is no longer granted anything, so only the names themselves can be wrong. */
function withoutRolesOf(draft: Draft): Draft {
  return withAccess(draft, { roles: undefined });
}

function rolesIn(text: string): string[] {
  const roles = wordsOf(text);
  return roles.length === 1 && roles[0] === 'none' ? [] : roles;
}

type Way = 'everybody' | 'rank' | 'lines';

async function askAllow(ask: Ask, draft: Draft): Promise<Draft> {
  const { roles = [], allow } = draft.authentication ?? {};
  const ranked = withAccess(draft, { allow: usualAllow(draft) });
  const isRanked = isDeepStrictEqual(allow, ranked.authentication?.allow);
  const byRank: { value: Way; name: string; short: string } = {
    value: 'rank',
    name: `by rank, ${printable(roles.at(-1) ?? '')} highest: ${printable(rankOf(roles))}`,
    short: 'by rank',
  };
  const usual: Way = roles.length > 0 ? 'rank' : 'everybody';
  const way = await askChoice<Way>(ask, {
    message: 'Who may do what? (role-based)',
    help: {
      text: [
        'By rank: every role reads, all but the first change, and the last one, which ranks highest, deletes.',
        'As I say: one line for each resource or field; what no line allows is refused.',
        'Everybody: every caller with a valid credential may do everything.',
      ],
      example: 'by rank, with the roles reader, writer, admin',
    },
    choices: [
      ...(roles.length > 0 && problemOf(draft, ranked) === undefined ? [byRank] : []),
      { value: 'lines', name: 'as I say, a line for each resource', short: 'as I say' },
      {
        value: 'everybody',
        name: 'everybody who is authenticated, everything',
        short: 'everybody',
      },
    ],
    default: allow !== undefined && !isRanked ? 'lines' : usual,
  });
  switch (way) {
    case 'everybody':
      return withAccess(draft, { allow: undefined });
    case 'lines':
      return askLines(ask, withBeginning(draft));
    case 'rank':
      for (const line of allowLines(ranked)) ask.say(line);
      return ranked;
  }
}

/** `reader, writer, admin read; writer, admin write; admin deletes`. */
function rankOf(roles: readonly string[]): string {
  const writers = roles.length > 1 ? roles.slice(1) : roles;
  const last = roles.at(-1) ?? '';
  return `${roles.join(', ')} read; ${writers.join(', ')} write; ${last} deletes`;
}

async function askLines(ask: Ask, draft: Draft): Promise<Draft> {
  for (const line of introduction) ask.say(`  ${exampleLine(ask, line)}`);
  let answered = draft;
  for (;;) {
    for (const line of allowLines(answered)) ask.say(line);
    const present = answered;
    const line = await askText(ask, {
      message: 'Who may (empty: done)',
      help,
      check: (typed) => grantsProblem(present, typed),
    });
    if (line === '') return present;
    const changed = withGrants(present, line);
    if (typeof changed !== 'string') answered = changed;
  }
}

/** In a few words what callers may do; empty where everybody may do everything. */
export function describeAccess({ authentication, resources }: Draft): string {
  const { roles = [], rules = [], allow } = authentication ?? {};
  const fields = Object.values(resources)
    .flatMap((resource) => Object.values(resource.fields))
    .filter(({ readableBy, writableBy }) => readableBy !== undefined || writableBy !== undefined);
  return [
    ...(roles.length === 0 ? [] : [`roles ${roles.join(', ')}`]),
    ...(allow === undefined ? [] : ['only what is allowed']),
    ...(rules.length === 0 ? [] : [counted(rules.length, 'rule')]),
    ...(fields.length === 0 ? [] : [`${counted(fields.length, 'field')} for some`]),
  ]
    .map((each) => printable(each))
    .join('; ');
}
