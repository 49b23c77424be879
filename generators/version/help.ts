import { answersHelp } from '../app/answers-help.ts';
import { shownOption } from '../command/options.ts';
import { offers, options, type VersionOptionName } from './options.ts';
import { mayName, naming, type Subcommand } from './subcommands.ts';

export const versionHelp = `Usage
  resource-service version COMMAND [LABEL] [options]
  resource-service version COMMAND --help
  yo resource-service:version COMMAND [LABEL] [options]

Changes what service.yaml says of the versions of the interface, as far as the
support policy permits it. It writes nothing else but contracts and the steps
between them; the service is generated again afterwards. Everything is shown
before it is written.

Commands
  release [LABEL]  release the newest version and freeze its contract; if it is
                   released already, once more with what was added since; with
                   LABEL, an older version with what extend added to it
  extend LABEL     give optional fields, filters and orders of lists of the
                   newest version to an older one
  draft            write what differs between the last frozen version and the
                   draft into the step between them
  deprecate LABEL  ask clients to leave a version, and say when it ends
  limit LABEL      let a deprecated version answer less, so that clients notice
  reprieve LABEL   take a deprecation back; works once, before it was limited
  sunset LABEL     end a version, or give up what it needed once it has ended
  status           show the versions over time, their releases, what the next
                   ones would add, and what comes next

Options
${options.names.map((name) => optionLine(name)).join('\n')}

${answersHelp}

Rules of the support policy, for --reason: notice-period (180 days between
announcement and sunset), two-supported-versions, default-version,
one-major-a-year.

Exit status
  0  done, or nothing to do
  1  wrong usage, a failure, or left without writing
  2  refused by a rule, mistakes in the specification; nothing was written
  130  stopped with Ctrl-C; nothing was written

Examples
  resource-service version release --next 5
  resource-service version draft
  resource-service version extend 2 --with person.nickname
  resource-service version deprecate 3 --sunset 2028-01-31 --yes
  resource-service version limit 3 --read-only 2027-11-01 --quota 20/60s
  resource-service version status
`;

/** What each does, in sentences that go on after its name. */
const about: Readonly<Record<Subcommand, string>> = {
  release: `Releases the newest version and freezes its contract. If it is released already,
it is released once more with what was added since and breaks nothing. Once
the change was accepted, the service proves that all versions which it serves
are what was promised, and shows its contract; else nothing is frozen. With
LABEL, it makes the minor release of an older version that extend added to.`,
  extend: `Gives optional fields, filters and orders of lists of the newest version to an
older one that is released, and to the versions between them that do not have
them: the next minor release of each freezes them (version release LABEL).
Frozen steps stay as they are. Write the names that the older version has.`,
  draft: `Writes the step between the last frozen version and the draft that follows it:
contracts/1-to-2.yaml. What the two specifications tell is written by itself,
your own edits are kept, and the command asks only what it cannot find out.`,
  deprecate: `Asks clients to leave a version, and says when it ends.`,
  limit: `Lets a deprecated version answer less, so that clients notice: brownouts unless
an option says otherwise.`,
  reprieve: `Takes a deprecation back. That works once, before anything was limited.`,
  sunset: `Ends a deprecated version today; with --contract, gives up what it needed once
it has ended.`,
  status: `Shows the versions over time, the newest release of each with what the next one
would add, and what comes next.`,
};

const examples: Readonly<Record<Subcommand, string>> = {
  release: 'release --next 5',
  extend: 'extend 2 --with person.nickname',
  draft: 'draft --answers answers.yaml',
  deprecate: 'deprecate 3 --sunset 2028-01-31',
  limit: 'limit 3 --read-only 2027-11-01 --quota 20/60s',
  reprieve: 'reprieve 3 --sunset 2028-12-31',
  sunset: 'sunset 3 --contract',
  status: 'status --json',
};

/** The help of `version`, or of one of its commands. */
export function versionHelpOf(subcommand: Subcommand | undefined): string {
  if (subcommand === undefined) return versionHelp;
  const label = naming.has(subcommand) ? ' LABEL' : mayName.has(subcommand) ? ' [LABEL]' : '';
  const lines = options.names
    .filter((name) => offers(subcommand, name))
    .map((name) => optionLine(name, subcommand));
  const answers = offers(subcommand, 'answers') ? `\n${answersHelp}\n` : '';
  return `Usage
  resource-service version ${subcommand}${label} [options]

${about[subcommand]}

Options
${lines.join('\n')}
${answers}
Example
  resource-service version ${examples[subcommand]}

All commands: resource-service version --help
`;
}

function optionLine(name: VersionOptionName, subcommand?: Subcommand): string {
  const option = options.get(name);
  const { says, of } = option;
  const isOfMany = of === undefined || of.length > 2 || subcommand !== undefined;
  const whose = isOfMany ? '' : `${of.join(', ')}: `;
  const left = `  ${shownOption(name, option)}`;
  const right = `${whose}${says}`;
  return left.length < 30 ? `${left.padEnd(30)} ${right}` : `${left}\n${' '.repeat(31)}${right}`;
}
