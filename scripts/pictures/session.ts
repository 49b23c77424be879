import { openTerminal, type Terminal } from '../../test/generators/support/terminal.ts';

interface Screen {
  /** Of the picture. */
  readonly name: string;
  readonly columns: number;
  readonly screen: string;
}

const columns = 80;

/** Answers the questionnaire for a desk of tickets, and keeps some of the screens. */
export async function sessionScreens(cwd: string): Promise<Screen[]> {
  await using terminal = openTerminal(
    cwd,
    ['--destination', 'ticket-desk', '--skip-install'],
    {},
    columns,
    24,
  );
  const screens: Screen[] = [];
  async function keep(name: string, text: string): Promise<void> {
    await terminal.until(text);
    // The list below a question is drawn after the question itself.
    await new Promise((resolve) => setTimeout(resolve, 300));
    screens.push({ name, columns, screen: terminal.screen() });
  }
  await first(terminal);
  await resources(terminal, keep);
  await states(terminal, keep);
  await rest(terminal, keep);
  await terminal.press('Is all of it right?', 'Enter');
  await keep('4-plan', '? Write to');
  await terminal.press('Write to', 'Enter');
  await terminal.ended();
  await keep('5-next', 'Commit the lock file');
  return screens;
}

type Keep = (name: string, text: string) => Promise<void>;

async function first(terminal: Terminal): Promise<void> {
  await terminal.answer('Name of the service', 'ticket-desk');
  await terminal.answer('Take the default?', 'n');
  await terminal.press('Title, as people', 'Enter');
  await terminal.answer('Vendor', 'acme');
  await terminal.answer('Purpose', 'Keeps what customers ask.');
  await terminal.answer('Domain', '>');
}

async function resources(terminal: Terminal, keep: Keep): Promise<void> {
  await terminal.until('2/9 Resources');
  await terminal.answer('Take the default? (Y/n)', 'n');
  await terminal.answer('Resource, a noun', 'ticket');
  await terminal.answer('Fields of ticket', 'subject:string(120)! due:date');
  await terminal.until('due      date');
  await terminal.answer('Fields of ticket', 'priority:enum(low,normal,high)=normal');
  await terminal.until('one of low normal high');
  await terminal.press('Fields of ticket', 'Enter');
  await terminal.press('ticket, 3 fields', 'Enter');
  await terminal.answer('Another resource', 'comment');
  await terminal.press('Does comment belong', 'Down', 'Enter');
  await terminal.answer('Fields of comment', 'text:text! internal:boolean=false');
  await keep('1-resources', 'internal  boolean, default false');
  await terminal.press('Fields of comment', 'Enter');
  await terminal.press('comment, 2 fields', 'Enter');
  await terminal.press('Another resource', 'Enter');
}

async function states(terminal: Terminal, keep: Keep): Promise<void> {
  await terminal.until('3/9 States');
  await terminal.answer('Take the default? (Y/n)', 'n');
  await terminal.press('States of', 'Enter');
  for (const line of [
    'assign: open > assigned',
    'solve: open, assigned > solved',
    'reopen: solved > open',
    'close: solved > closed after P14D',
  ]) {
    await terminal.answer('Transitions of ticket', line);
    await terminal.until(`    ${line.slice(0, line.indexOf(':'))}`);
  }
  await keep('2-states', 'final: closed');
  await terminal.press('Transitions of ticket', 'Enter');
  await terminal.press('State of a new resource', 'Enter');
  await terminal.press('Field that holds', 'Enter');
  await terminal.answer('Record each', 'y');
  await terminal.until('history');
  await terminal.press('States of', 'Enter');
}

async function rest(terminal: Terminal, keep: Keep): Promise<void> {
  await terminal.until('4/9 Endpoints');
  await terminal.answer('Take the default? (Y/n)', 'n');
  await terminal.press('Representations', 'Down', 'Down', 'Down', 'Space', 'Enter');
  await terminal.press('Languages of', 'Enter');
  await terminal.press('Origins', 'Enter');
  await terminal.press('Endpoints of', 'Down', 'Down', 'Down', 'Enter');
  await terminal.until('5/9 Authentication');
  await terminal.answer('Take the default? (Y/n)', 'n');
  await terminal.press('How do clients', 'Enter');
  await terminal.press('Header that', 'Enter');
  await terminal.answer('Roles, the highest last', 'customer, agent');
  await keep('3-roles', '? Who may do what?');
  await terminal.press('Who may do what?', 'Enter');
  await terminal.press('Rule (empty: done)', 'Enter');
  for (const chapter of ['6/9 Events', '7/9 Errors', '8/9 Limits', '9/9 Versioning']) {
    await terminal.until(chapter);
    const before = taken(terminal);
    await terminal.answer('Take the default? (Y/n)', 'y');
    while (taken(terminal) === before) await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function taken(terminal: Terminal): number {
  return terminal.history().split('✔ Take the default? Yes').length;
}
