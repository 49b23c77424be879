/** An option of a command. */
export interface Option {
  readonly short?: string;
  /** How the value is called in the help; an option without one is a switch. */
  readonly value?: string;
  /** May be given more than once. */
  readonly isList?: boolean;
  readonly says: string;
}

/** The options of a command: the one list from which parsing, help and Yeoman's declarations are made. */
export interface Options<Name extends string = string, Each extends Option = Option> {
  readonly names: readonly Name[];
  has(name: string): name is Name;
  get(name: Name): Each;
}

export function optionsFrom<Name extends string, Each extends Option>(
  list: Readonly<Record<Name, Each>>,
): Options<Name, Each> {
  return {
    names: Object.keys(list) as Name[],
    has: (name): name is Name => Object.hasOwn(list, name),
    get: (name) => list[name],
  };
}

/** As the help names it: `-y, --yes` or `--spec FILE`. */
export function shownOption(name: string, { short, value }: Option): string {
  const names = `${short === undefined ? '' : `-${short}, `}--${name}`;
  return value === undefined ? names : `${names} ${value}`;
}
