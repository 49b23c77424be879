/** An event in the members of the newest version; each delivery converts it to its own form. */
export interface StoredEvent {
  /** UUIDv7. */
  readonly id: string;
  /** Place in the order of all events, from 1, without gaps: what is committed later never has a smaller one. */
  readonly position: number;
  /** Kind of resource and what happened: `order.submitted`. */
  readonly type: string;
  /** Kind of resource: `order`. */
  readonly resource: string;
  readonly rowId: string;
  /** Path of the resource, without its version: `/orders/019bc0fd-…`. */
  readonly path: string;
  /** When it happened, YYYY-MM-DDTHH:MM:SS.mmmZ. */
  readonly time: string;
  readonly data: EventData;
  /** Of the request that caused it: 32 hexadecimal digits. */
  readonly traceId?: string;
  /** Values of the row filter at that time. Absent: callers with a row filter do not see the event. */
  readonly deciding?: Deciding;
}

/** By kind, of a row and of what it lives in: the members that rules decide by. */
export type Deciding = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** What happened. Members that clients only write are never in it. */
export interface EventData {
  readonly id: string;
  readonly revision: number;
  /** The resource as it was then, or as it was last. Absent where the service tells only what it is about. */
  readonly resource?: Readonly<Record<string, unknown>>;
  readonly transition?: EventTransition;
  /** Names of the members that changed. */
  readonly changed?: readonly string[];
  /** Of what happened to a version of the interface, and to no resource. */
  readonly version?: VersionChange;
}

/** What happened to a version of the interface. */
export interface VersionChange {
  /** Its major number or its date. */
  readonly version: number | string;
  readonly transition: string;
  /** When: YYYY-MM-DDTHH:MM:SS.mmmZ. */
  readonly at: string;
  /** The state that it has from then on. */
  readonly state: string;
  /** YYYY-MM-DD */
  readonly sunset?: string;
  readonly successor?: number | string;
  readonly migrationGuide?: string;
}

export interface EventTransition {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

/** An event that is about to be kept. Its position is only known once it is committed. */
export type NewEvent = Omit<StoredEvent, 'id' | 'position'>;

/** The table, as a part of the service's own. */
export interface EventTable {
  /**
   * Given when the event is inserted, while the row that it is about is locked by the same transaction. So the events of
   * one row have the order of its changes. Across rows it says nothing: transactions commit in another order.
   */
  sequence: number;
  /** Null until the sequencer has seen the event committed. */
  position: number | null;
  id: string;
  type: string;
  resource: string;
  row_id: string;
  path: string;
  /** YYYY-MM-DDTHH:MM:SS.mmmZ, whose order as text is that of time. */
  time: string;
  trace_id: string | null;
  /** JSON. */
  data: string;
  /** JSON; there where rules decide who sees what. */
  deciding?: string;
}
