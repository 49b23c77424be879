/** A resource as a specification describes it, beside the fields that change by themselves. */
export interface Shape {
  /** Of the resource, each with a comma behind it. */
  readonly keys?: string;
  readonly fields?: readonly string[];
  readonly states?: string;
  readonly endpoints?: string;
  /** It lives in the only place. */
  readonly isChild?: boolean;
  /** A rule gives each row to the tenant in its field `tenant`; to others it does not exist. */
  readonly hasTenants?: boolean;
}

type Row = Readonly<Record<string, unknown>>;

/** How a resource changes as a whole. */
export interface Turn {
  readonly title: string;
  /** Absent: it is new. */
  readonly before?: Shape;
  /** Absent: it is gone. */
  readonly after?: Shape;
  /** It has another name afterwards, and says so. */
  readonly isRenamed?: boolean;
  /** By what follows the name of the resource in the place of a question. */
  readonly answers?: Readonly<Record<string, unknown>>;
  /** As those, of its states. */
  readonly stateAnswers?: Readonly<Record<string, unknown>>;
  /** What clients send in the row of a number. */
  members?(row: number): Row;
  /** What clients see in it then, beside the fields that change by themselves. */
  carried?(row: number): Row;
}

/** Stands for the identifier of the only place, which each database has of its own. */
export const place = '@place';

export const tenants = ['north', 'south'] as const;
export type Tenant = (typeof tenants)[number];
const tenantField = 'tenant: { type: string, required: true }';
const ofTenant = (row: number) => ({ tenant: tenants[row % 2] });

const machine = (more: string, [first, last] = ['open', 'closed']) =>
  `{ initial: ${String(first)}, ${more}transitions: { close: { from: ${String(first)}, to: ${String(last)} } } }`;
const reference = (more = '') => `where: { type: reference, to: place${more} }`;
const label = (row: number) => ({ label: `label ${String(row)}` });
const labelField = 'label: { type: string }';
const where = () => ({ where: place });
const open = () => ({ status: 'open' });

export const turns: readonly Turn[] = [
  { title: 'stays', before: {}, after: {} },
  { title: 'is renamed', before: {}, after: {}, isRenamed: true },
  { title: 'goes', before: {} },
  { title: 'comes', after: {} },
  {
    title: 'can be filtered and sorted',
    before: {},
    after: { endpoints: '{ filter: [about], sort: [about, updatedAt] }' },
  },
  {
    title: 'cannot be filtered any more',
    before: { endpoints: '{ filter: [about], sort: [about, updatedAt] }' },
    after: { endpoints: '{ filter: [], sort: [createdAt] }' },
  },
  {
    title: 'two fields together become unique',
    before: { fields: [labelField] },
    after: { keys: 'unique: [[about, label]], ', fields: [labelField] },
    members: label,
    carried: label,
  },
  {
    title: 'two fields together are unique no more',
    before: { keys: 'unique: [[about, label]], ', fields: [labelField] },
    after: { fields: [labelField] },
    members: label,
    carried: label,
  },
  {
    title: 'gets states',
    before: {},
    after: { states: machine('') },
    answers: { 'fields.status.renamedFrom': null },
    carried: open,
  },
  { title: 'loses its states', before: { states: machine('') }, after: {} },
  {
    title: 'has a state with another name',
    before: { states: machine('') },
    after: { states: machine('renamedFrom: { fresh: open }, ', ['fresh', 'closed']) },
    carried: () => ({ status: 'fresh' }),
  },
  {
    title: 'has a state less',
    before: { states: machine('') },
    after: { states: machine('', ['fresh', 'done']) },
    stateAnswers: { 'removed.open': 'fresh', 'removed.closed': 'done' },
    carried: () => ({ status: 'fresh' }),
  },
  {
    title: 'begins a history',
    before: { states: machine('') },
    after: { states: machine('history: true, ') },
    carried: open,
  },
  {
    title: 'ends its history',
    before: { states: machine('history: true, ') },
    after: { states: machine('') },
    carried: open,
  },
  {
    title: 'gets a reference',
    before: {},
    after: { fields: [reference()] },
    answers: { 'fields.where.renamedFrom': null },
  },
  {
    title: 'gets a reference that is required, from another field',
    before: { fields: ['spot: { type: uuid }'] },
    after: { fields: ['spot: { type: uuid }', reference(', required: true')] },
    answers: { 'fields.where.fill': { column: 'spot' }, 'fields.where.renamedFrom': null },
    members: () => ({ spot: place }),
    carried: () => ({ spot: place, where: place }),
  },
  {
    title: 'has an identifier that becomes a reference',
    before: { fields: ['where: { type: uuid }'] },
    after: { fields: [reference(', onDelete: cascade')] },
    members: where,
    carried: where,
  },
  {
    title: 'deletes along another reference than before',
    before: { fields: [reference()] },
    after: { fields: [reference(', onDelete: set-null')] },
    members: where,
    carried: where,
  },
  { title: 'loses its reference', before: { fields: [reference()] }, after: {}, members: where },
  {
    title: 'moves into what it refers to',
    before: { fields: [reference(', required: true')] },
    after: { keys: 'parent: place, ', isChild: true },
    answers: { parent: { column: 'where' } },
    members: where,
    carried: () => ({ placeId: place }),
  },
  {
    title: 'moves out of what it lived in',
    before: { keys: 'parent: place, ', isChild: true },
    after: {},
  },
  {
    title: 'refers to what it lived in',
    before: { keys: 'parent: place, ', isChild: true },
    after: { fields: [reference(', required: true')] },
    answers: { 'fields.where.fill': { column: 'place' } },
    carried: where,
  },
  {
    title: 'gets a rule of tenants, and a field for it',
    before: {},
    after: { fields: [tenantField], hasTenants: true },
    answers: { 'fields.tenant.fill': 'south', 'fields.tenant.renamedFrom': null },
    carried: () => ({ tenant: 'south' }),
  },
  {
    title: 'gets a rule of tenants by a field that it has',
    before: { fields: [tenantField] },
    after: { fields: [tenantField], hasTenants: true },
    members: ofTenant,
    carried: ofTenant,
  },
  {
    title: 'loses its rule of tenants',
    before: { fields: [tenantField], hasTenants: true },
    after: { fields: [tenantField] },
    members: ofTenant,
    carried: ofTenant,
  },
];
