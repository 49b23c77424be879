import type { Column } from './definition.ts';
import type { Shape } from './shape.ts';
import type { ValueRule } from './value-rule.ts';

/** One table with what it stands for in the specification. */
export interface Table {
  readonly name: string;
  /** Singular name; absent: the library's own. */
  readonly resource?: string;
  /** In the order in which a new table has them. */
  readonly columns: ReadonlyMap<string, TableColumn>;
  readonly primaryKey: readonly string[];
  readonly unique: readonly (readonly string[])[];
  readonly indexes: readonly (readonly string[])[];
  /** The newest version has no such resource any more, and an older one still shows it. */
  readonly isKept?: true;
  /** Of the table of events: the kinds of events in it; absent: there are none, or an older generator did not keep them. */
  readonly events?: ReadonlyMap<string, StoredEvent>;
}

/** A kind of event as rows name it. */
export interface StoredEvent {
  /** What a migration gave it this name in the place of. */
  readonly former?: string;
}

export interface TableColumn {
  readonly definition: Column;
  /** Absent: the service fills it by itself. */
  readonly source?: FieldSource | ParentSource;
}

/** The column of a field. */
export interface FieldSource {
  readonly field: string;
  /** The type of the field in the specification. */
  readonly type: string;
  /** Of an enum or of a state: all that there are. */
  readonly values?: readonly string[];
  /** Which values requests may have in the field; absent: an older generator did not keep it. */
  readonly rule?: ValueRule;
  /** What is in an object or a list; absent: there are no parts, or an older generator did not keep it. */
  readonly shape?: Shape;
  /** The machine of the resource sets it. */
  readonly isState?: true;
  /** The newest version has no such field any more, and an older one still shows it. */
  readonly isKept?: true;
}

/** The column that says which row a child lives in. */
export interface ParentSource {
  /** Singular name of the parent. */
  readonly parent: string;
}

export function fieldOf({ source }: TableColumn): FieldSource | undefined {
  return source !== undefined && 'field' in source ? source : undefined;
}

export function parentOf({ source }: TableColumn): ParentSource | undefined {
  return source !== undefined && 'parent' in source ? source : undefined;
}
