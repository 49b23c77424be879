/** Why something was refused or did not work, in the order in which a person wants to know it. */
export interface Failure {
  /** A file, an option, a directory. */
  readonly where: string;
  readonly what: string;
  readonly whatToDo: string;
}
