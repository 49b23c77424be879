/** Why something was refused or did not work, in the order in which a person wants to know it. */
export interface Failure {
  /** A file, an option, a directory. */
  readonly where: string;
  readonly what: string;
  readonly whatToDo: string;
}

/** For people. */
export function failureLines({ where, what, whatToDo }: Failure): string[] {
  return [`${where}: ${what}`, `  ${whatToDo}`];
}

/** `command`: as it is called. */
export function notConfirmed(command: string): Failure {
  return {
    where: command,
    what: 'There is no terminal to confirm the changes on.',
    whatToDo: 'Look at them with --dry-run, then run with --yes.',
  };
}
