import type { Part, Place } from '../merge/index.ts';
import type { ConflictRecord } from './conflict-file.ts';

/** Who may change a file after it was written. Recorded in the lock, shown in the plan. */
export type Ownership =
  /** Written by the generator and open to edits: rewritten as long as no person has edited it. */
  | 'generated'
  /** Written once, then theirs: never rewritten, never deleted. */
  | 'owned'
  /** A contract: written once, never rewritten or deleted, and an edit of it is an obstacle. */
  | 'frozen'
  /** Grows with each generation: rewritten like `generated` while one makes it, never deleted, and kept when none does any more. */
  | 'history';

/** One file that the rendering wants to exist. */
export interface OutputFile {
  /** Relative to the service, forward slashes. */
  readonly path: string;
  /** Unicode text whose lines end with LF. */
  readonly text: string;
  readonly ownership: Ownership;
  /** Where the text came from; recorded in the lock. */
  readonly template: string;
  readonly executable?: boolean;
  /** The text is what a person gives, such as the specification: it is taken as a whole and never merged. */
  readonly isGiven?: boolean;
  /** The text that this one was made from: where the file is still that, this one replaces it. */
  readonly madeFrom?: string;
  /** What the text was formatted from and by, as one word; recorded in the lock, so that the next generation may take the text as it is. */
  readonly formatted?: string;
}

/** What the lock remembers of one file. */
export interface LockEntry {
  readonly path: string;
  readonly ownership: Ownership;
  /** SHA-256 in hexadecimal of the text that the generator last wrote there. */
  readonly sha256: string;
  readonly template: string;
  readonly executable: boolean;
  /** A person deleted the file: it stays deleted. */
  readonly deleted: boolean;
  /** As the output said it. Not checked: it holds only for those who can compute it again. */
  readonly formatted?: string;
}

/** The content of `.resource-service/lock`. */
export interface Lock {
  /** Version of the generator that wrote it. */
  readonly generator: string;
  /** Further recorded facts, for example the specification's hash. */
  readonly header: Readonly<Record<string, string>>;
  /** Sorted by path. */
  readonly files: readonly LockEntry[];
  /** Directories that were there before the generator first wrote into them: it never removes these. */
  readonly theirs: readonly string[];
}

interface Named {
  readonly path: string;
  readonly ownership: Ownership;
  readonly template: string;
}

/** Why a file that is no longer generated stays where it is. */
export type LeaveReason = 'edited' | 'owned' | 'frozen' | 'link' | 'not-a-file';

/** What happens to one file. */
export type PlannedFile =
  | (Named & { readonly action: 'create'; readonly after: string })
  /** `before` and `after` are equal when only the executable bit changes. */
  | (Named & { readonly action: 'rewrite'; readonly before: string; readonly after: string })
  /** A person edited it: both their changes and those of the generator are in `after`. */
  | (Named & { readonly action: 'merge'; readonly before: string; readonly after: string })
  /** No longer generated and still as it was generated, or to be dropped. */
  | (Named & { readonly action: 'delete'; readonly before: string })
  /** No longer generated, but theirs or edited. */
  | (Named & { readonly action: 'leave'; readonly because: LeaveReason })
  /** Stays deleted. `similar`: where it may have been moved to, the most similar file that is not generated. */
  | (Named & { readonly action: 'deleted-by-user'; readonly similar?: string })
  /** `keep`: theirs, or edited while nothing new is generated. */
  | (Named & { readonly action: 'unchanged' | 'keep' });

/**
 * Why a plan cannot be applied: `edited` by hand since it was generated, and not to be merged; `conflict`: a person and the generator
 * changed the same place; `foreign`: exists, but the generator did not write it;
 * `link`: a symbolic link on the way; `not-a-file`: something else is in its place; `damaged`: bookkeeping that cannot be read.
 */
export type ObstacleReason = 'edited' | 'conflict' | 'foreign' | 'link' | 'not-a-file' | 'damaged';

export interface Obstacle {
  readonly path: string;
  readonly reason: ObstacleReason;
  /** A sentence for people: what is wrong and what to do. */
  readonly message: string;
}

/** One change of the file system, bookkeeping in `.resource-service/` included. */
export interface Change {
  readonly path: string;
  /** What the plan saw there, by the SHA-256 of its bytes; undefined: nothing. */
  readonly before: { readonly sha256: string; readonly mode: number } | undefined;
  /** What shall be there; undefined: nothing. The mode of a new file is subject to the umask. */
  readonly after: { readonly text: string; readonly mode: number } | undefined;
}

/** How the conflicts of a file are decided: by a side, by both one after the other, or by a text for the whole file. */
export type Resolution = 'mine' | 'next' | 'both' | { readonly text: string };

/** A file in which a person and the generator changed the same places. */
export interface FileConflict {
  readonly path: string;
  /** The merged text with marks at these places. */
  readonly text: string;
  readonly places: readonly Place[];
  readonly parts: readonly Part[];
  /** Writes the conflict file; absent: it is there already. */
  readonly change?: Change;
  readonly record: ConflictRecord;
}

/** Everything that would happen, computed before anything is written. Plain data. */
export interface Plan {
  /** Absolute, free of symbolic links. */
  readonly destination: string;
  /** Whether the destination was there when the plan was made. */
  readonly exists: boolean;
  /** Sorted by path; a file with an obstacle is not among them. */
  readonly files: readonly PlannedFile[];
  /** Sorted by path; a plan that has any cannot be applied. */
  readonly obstacles: readonly Obstacle[];
  /** Sorted by path; each is an obstacle as well. */
  readonly conflicts: readonly FileConflict[];
  /** What writes the conflict files and records them; nothing else. */
  readonly conflictChanges: readonly Change[];
  /** The lock as it will be. */
  readonly lock: Lock;
  /** SHA-256 of the lock's bytes as the plan saw them; undefined: there was none. */
  readonly lockSeen: string | undefined;
  /** In the order in which they are made. */
  readonly changes: readonly Change[];
  /** Directories that the generator made and that the deletions may leave empty, deepest first. */
  readonly emptied: readonly string[];
}
