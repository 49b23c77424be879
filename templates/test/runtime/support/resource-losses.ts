/** What clients are shown in place of what they sent, as the steps behind their version say. */
export type DeclaredLoss =
  /** Always this. */
  | { readonly shown: unknown }
  /** Nothing. */
  | { readonly isGone: true }
  /** Of some values others. */
  | { readonly values: Readonly<Record<string, unknown>> }
  /** This, where there was nothing. */
  | { readonly missing: unknown }
  /** What no step says: a hook, or another type. */
  | { readonly isOpen: true };

/** Values by members. */
type TakenValues = Readonly<Record<string, readonly unknown[]>>;

/** What steps lose of a resource, and what came later. */
export interface ResourceLosses {
  /** Of its collection: `/orders/{orderId}/lines` */
  readonly path: string;
  /** By paths: `shelf`, `parcels[].weight` */
  readonly members: Readonly<Record<string, DeclaredLoss>>;
  /** What its lists cannot be asked for any more. */
  readonly lost: { readonly filter: readonly string[]; readonly sort: readonly string[] };
  /** Their other parameters of which that is so, such as `cursor`. */
  readonly lostParameters?: readonly string[];
  /** Media types that it cannot be asked for any more. */
  readonly lostTypes?: readonly string[];
  /** What they do nearly as they did it. */
  readonly near: { readonly filter: readonly string[]; readonly sort: readonly string[] };
  /** Values of members that no two rows share any more: sent in the place of those that another row has. */
  readonly distinct?: Readonly<Record<string, readonly unknown[]>>;
  /** Values that the newest version can hold, of members that have another type there: sent in the place of others. */
  readonly taken?: TakenValues;
  /** The same of what transitions and actions are sent, by their names. */
  readonly takenInputs?: Readonly<Record<string, TakenValues>>;
  /** Members that no two rows could share, alone or together, and that they may share now. */
  readonly shared?: readonly (readonly string[])[];
  /** Verbs, such as `replace`, and names of transitions and actions, that no caller may use. */
  readonly closed?: readonly string[];
  /** The same that some callers may use now, and none could. */
  readonly opened?: readonly string[];
  /** Names of transitions and actions that have a condition now which they did not have. */
  readonly conditional?: readonly string[];
  /** Members that have to be the name of the caller now: rows in which they are another name are refused. */
  readonly named?: readonly string[];
  /** Transitions that are not possible any more from a state that they were possible from. */
  readonly narrowed?: readonly string[];
  /** Those that are possible from further states now. */
  readonly widened?: readonly string[];
  /** After which a row is in another state than it was then: `create`, and names of transitions. */
  readonly redirected?: readonly string[];
  /** Headers that requests have to have now. */
  readonly demanded?: readonly string[];
  /** Headers that requests had to have, and need not have now. */
  readonly undemanded?: readonly string[];
  /** Names of actions that are done before their answer now, and were done after it, or the other way round. */
  readonly reanswered?: readonly string[];
  /** Members that no caller may send any more. */
  readonly unwritable?: readonly string[];
  /** Members that claims of the caller said, and that have to be sent now: they cannot be null in a patch. */
  readonly unclaimed?: readonly string[];
  /** Verbs, and names of transitions and actions, in which the service refers to a row that only the real database has. */
  readonly filled?: readonly string[];
  /** Members of which values may be taken now that were refused: `title`, `gift.message`, `parcels[].weight`. */
  readonly loosened?: readonly string[];
  /** The same of what transitions and actions are sent, by their names. */
  readonly loosenedInputs?: Readonly<Record<string, readonly string[]>>;
  /** Whether lists can be sorted by more now. */
  readonly hasMoreSorts?: boolean;
  /** Whether lists say other things of their pages now: how many rows there are, how many are on a page, or a cursor. */
  readonly hasOtherPages?: boolean;
}

/** What is lost by one or by the other. */
export function merged(
  some: readonly ResourceLosses[],
  others: readonly ResourceLosses[],
): readonly ResourceLosses[] {
  const both = some.map((one) => {
    const other = others.find(({ path }) => path === one.path);
    return other === undefined ? one : mergedInOne(one, other);
  });
  return [...both, ...others.filter(({ path }) => !some.some((one) => one.path === path))];
}

function mergedInOne(one: ResourceLosses, other: ResourceLosses): ResourceLosses {
  const joined = (['opened', 'shared', 'undemanded', 'widened'] as const).flatMap((key) => {
    const all = [...(one[key] ?? []), ...(other[key] ?? [])];
    return all.length === 0 ? [] : [[key, all] as const];
  });
  const { lost, near } = one;
  const members = { ...other.members, ...one.members };
  return { ...other, ...one, ...Object.fromEntries(joined), members, lost, near };
}
