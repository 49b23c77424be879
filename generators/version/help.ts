import { shownOption } from '../command/options.ts';
import { options, type VersionOptionName } from './options.ts';

export const versionHelp = `Usage
  resource-service version COMMAND [LABEL] [options]
  yo resource-service:version COMMAND [LABEL] [options]

Changes what service.yaml says of the versions of the interface, as far as the
support policy permits it. It writes nothing else but contracts; the service is
generated again afterwards. Everything is shown before it is written.

Commands
  release          release the newest version and freeze its contract; if it is
                   released already, once more with what was added since
  deprecate LABEL  ask clients to leave a version, and say when it ends
  limit LABEL      let a deprecated version answer less, so that clients notice
  reprieve LABEL   take a deprecation back; works once, before it was limited
  sunset LABEL     end a version, or give up what it needed once it has ended
  status           show the versions over time, and what comes next

Options
${options.names.map(optionLine).join('\n')}

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
  resource-service version deprecate 3 --sunset 2028-01-31 --yes
  resource-service version limit 3 --read-only 2027-11-01 --quota 20/60s
  resource-service version status
`;

function optionLine(name: VersionOptionName): string {
  const option = options.get(name);
  const { says, of } = option;
  const whose = of === undefined || of.length > 2 ? '' : `${of.join(', ')}: `;
  const left = `  ${shownOption(name, option)}`;
  const right = `${whose}${says}`;
  return left.length < 30 ? `${left.padEnd(30)} ${right}` : `${left}\n${' '.repeat(31)}${right}`;
}
