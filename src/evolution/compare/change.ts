/** What a change does to clients, in the words of the interface conventions. */
export type ChangeClass = 'non-breaking' | 'edge-case' | 'breaking';

/** The same for one direction; `n/a`: nothing of that direction changes. */
export type Effect = ChangeClass | 'n/a';

/** What the gate does: lets it pass, asks for an acknowledgement, or wants a new version. */
export type Action = 'pass' | 'review' | 'version';

/** How clients of the older version are kept whole by a step between versions. */
export type Lens =
  'not-needed' | 'automatic' | 'automatic-with-one-declared-value' | 'hook' | 'not-bridgeable';

/** One kind of change: a row of the table in docs/changes.md. */
export interface Row {
  /** What changes, as a phrase: "maximum length lowered". */
  readonly change: string;
  /** What it means for what clients send. */
  readonly request: Effect;
  /** What it means for what clients are shown. */
  readonly response: Effect;
  readonly class: ChangeClass;
  readonly action: Action;
  readonly lens: Lens;
  /** Whether a rule about values permits more or less than before; absent: it is no such rule. */
  readonly trend?: 'looser' | 'tighter';
  /** What happens to clients, as a sentence; absent: what `request` and `response` say. */
  readonly harm?: string;
}

export type Rows = Readonly<Record<string, Row>>;

/** A change that was found, before its row is looked up. */
export interface Found {
  /** The identifier of the row. */
  readonly id: string;
  /** Keys of the specification, joined by dots; in a list of names, the name. */
  readonly path: string;
  /** The value before; undefined: there was none. */
  readonly was?: unknown;
  /** The value now; undefined: there is none. */
  readonly is?: unknown;
  /** How a step keeps clients whole after this one change; absent: as the row says. */
  readonly lens?: Lens;
}

/** A difference between two specifications that clients could notice, and what is to be done about it. */
export interface Change extends Omit<Found, 'lens'>, Omit<Row, 'harm' | 'trend'> {
  /** What changed from what to what, what happens to clients, and what to do. */
  readonly message: string;
}
