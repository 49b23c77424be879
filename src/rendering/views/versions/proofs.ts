import type { ComposedResource, ComposedVersion } from '../../../evolution/compose/chain.ts';
import {
  convertibleInputs,
  convertibleMembers,
  type ConvertibleValues,
} from '../../../evolution/proofs/convertible.ts';
import { newlyConditional } from '../../../evolution/proofs/conditions.ts';
import { otherTransitions } from '../../../evolution/proofs/machines.ts';
import { declaredLosses } from '../../../evolution/proofs/declared-losses.ts';
import { headersChanged } from '../../../evolution/proofs/demanded-headers.ts';
import { filledReferences } from '../../../evolution/proofs/filled-references.ts';
import {
  computedMembers,
  lossyMembers,
  removedMembers,
} from '../../../evolution/proofs/lossy-members.ts';
import { sourceMember } from '../../../evolution/proofs/source-member.ts';
import { shownNulls } from '../../../evolution/proofs/shown-nulls.ts';
import { unshownObjects } from '../../../evolution/proofs/unshown-objects.ts';
import { narrowedMembers, shownRanges } from '../../../evolution/proofs/shown-ranges.ts';
import { lostUniqueness, newlyUnique } from '../../../evolution/proofs/uniqueness.ts';
import { isPermitted } from '../../../model/access.ts';
import { known } from '../../../model/known.ts';
import type { ResourceModel, ServiceModel, VersionModel } from '../../../model/model.ts';
import { formerCustomOperations } from '../../../model/present.ts';
import type { ListParameter, ResolvedSpecification } from '../../../specification/index.ts';
import { mapValues } from '../../../specification/plain.ts';
import { isNameClaim } from '../../../specification/values/client-names.ts';
import { identifier, literal } from '../../code.ts';
import { mediaTypes } from '../../media-types.ts';
import { formerName, withFormerRules } from '../../former-rules.ts';
import { attributeSamples } from '../claim-samples.ts';
import { materialOf } from '../samples/bodies.ts';

/** What the proofs of an older version need besides its frozen files. */
export function proofView(model: ServiceModel, version: ComposedVersion) {
  const own = known(model.versions.find(({ label }) => label === version.label));
  const resources = version.resources.map((composed) => {
    const resource = known(model.resources.find((each) => each.name === composed.newest));
    const { name, camel, isFormer } = resource;
    return {
      name,
      sample: identifier(`${camel}Sample`),
      rules: identifier(`${camel}Rules`),
      older: literal(composed.older),
      lossy: lossyMembers(version, composed),
      others: othersOf(version, composed, resource),
      isFormer: isFormer === true,
      claimed: claimedMembers(version, composed),
      formerRules: formerSamples(model, version, composed),
    };
  });
  const filled = filledRows(model, version);
  return {
    label: version.label,
    now: instantOf(own, model.newest),
    hasNoWebhooks: isWebhook(version.specification) && !isWebhook(version.newest),
    lacks: [...new Set(version.steps.flatMap(({ changes }) => changes.behaviours ?? []))],
    problems: problemsOf(version),
    filled,
    // What only the newest version has is imported for this alone.
    filledSamples: [...new Map(filled.map((each) => [each.name, each])).values()].filter(
      (each) => !resources.some(({ name }) => name === each.name),
    ),
    hasFormerRules: resources.some(({ formerRules }) => formerRules.length > 0),
    resources,
  };
}

const isWebhook = ({ events }: ResolvedSpecification) =>
  events?.deliver.includes('webhook') === true;

/** What recorded answers of the older version are not any more: empty where its steps lose nothing. */
export function recordedLossesView(
  model: ServiceModel,
  olderModel: ServiceModel,
  version: ComposedVersion,
) {
  const resources = version.resources.map((composed) => {
    const { lost, near } = listsOf(version, composed);
    const resource = known(model.resources.find(({ name }) => name === composed.newest));
    const older = known(olderModel.resources.find(({ name }) => name === composed.older));
    const { unwritable, unreadable } = inaccessible(composed, resource);
    const accepted = acceptedOf(version, composed, resource);
    const isClosed = (verb: string) => accepted.closed.includes(verb);
    const { narrowed, widened, redirected } = otherTransitions(version, composed);
    return {
      path: older.collectionPath,
      members: {
        ...declaredLosses(version, composed),
        ...valuesOfAll(unwritable, { isOpen: true }),
        ...valuesOfAll(unreadable, { isGone: true }),
      },
      lost: {
        filter: [...lost.filter, ...unreadable],
        sort: [...lost.sort, ...unreadable],
      },
      near,
      ...filled({
        ...accepted,
        narrowed,
        widened,
        redirected,
        named: namedMembers(version, composed),
        opened: closedInOlder(composed, older).filter((verb) => !isClosed(verb)),
        unwritable,
        filled: filledOperations(composed),
      }),
      ...distinctOf(olderModel, version, composed),
      ...takenOf(version, composed),
    };
  });
  const isAnythingLost = resources.some(
    ({ members, lost, near, ...others }) =>
      Object.values(others).some(Array.isArray) ||
      others.distinct !== undefined ||
      others.taken !== undefined ||
      others.takenInputs !== undefined ||
      [Object.keys(members), lost.filter, lost.sort, near.filter, near.sort].some(
        (names) => names.length > 0,
      ),
  );
  return isAnythingLost ? resources : [];
}

function valuesOfAll<T>(names: readonly string[], value: T): Readonly<Record<string, T>> {
  return Object.fromEntries(names.map((name) => [name, value]));
}

/** The rows that steps fill references with, each once: proofs need them. */
function filledRows({ resources }: ServiceModel, version: ComposedVersion) {
  const rows = version.resources.flatMap(filledReferences);
  return [...new Map(rows.map((row) => [`${row.to} ${row.id}`, row])).values()].map(
    ({ to, id }) => {
      const { camel } = known(resources.find(({ name }) => name === to));
      return { sample: identifier(`${camel}Sample`), name: to, id };
    },
  );
}

/** What lists can be asked for that no frozen file has yet. */
function addedParameters(
  { additions }: ComposedVersion,
  { older }: ComposedResource,
  parameter: ListParameter,
): string[] {
  return additions
    .filter((each) => each.resource === older && each.parameter === parameter)
    .map(({ field }) => field);
}

/** Verbs, and names of transitions and actions, that fill a reference. */
function filledOperations(composed: ComposedResource): string[] {
  const verbs = filledReferences(composed).flatMap(({ customOperation }) =>
    customOperation === undefined ? ['create', 'replace'] : [customOperation],
  );
  return [...new Set(verbs)];
}

/** What it is, where it is another one. */
function machineNow(version: ComposedVersion, composed: ComposedResource) {
  const { machine } = otherTransitions(version, composed);
  const isOther = machine.initial !== undefined || Object.keys(machine.transitions).length > 0;
  return isOther ? machine : {};
}

/** Changes that reach clients of the older version although its step cannot keep them from it. */
function acceptedOf(
  version: ComposedVersion,
  composed: ComposedResource,
  resource: ResourceModel,
): Readonly<
  Record<
    | 'shared'
    | 'closed'
    | 'conditional'
    | 'demanded'
    | 'undemanded'
    | 'lostParameters'
    | 'unclaimed'
    | 'reanswered'
    | 'lostTypes',
    readonly (string | readonly string[])[]
  >
> {
  return {
    shared: lostUniqueness(version, composed),
    closed: closedTo(composed, resource),
    conditional: newlyConditional(version, composed),
    demanded: headersOf(version, composed, 'optional', 'required'),
    undemanded: headersOf(version, composed, 'required', 'optional'),
    lostParameters: lostParameters(version, composed),
    unclaimed: unclaimedMembers(version, composed),
    reanswered: reansweredActions(version, composed),
    lostTypes: lostTypes(version),
  };
}

/** Members that have to be the name of the caller now, and did not have to be. */
function namedMembers(
  { specification, newest }: ComposedVersion,
  { older, newest: name, up }: ComposedResource,
): string[] {
  const was = specification.authentication.rules.filter(({ resource }) => resource === older);
  return newest.authentication.rules
    .filter(({ resource, claim }) => resource === name && isNameClaim(claim))
    .flatMap(
      ({ field }) => sourceMember(up.find((member) => member.name === field)?.expression) ?? [],
    )
    .filter((member) => !was.some(({ field, claim }) => field === member && isNameClaim(claim)));
}

/** Media types of representations that only the older version had. */
function lostTypes({ specification, newest }: ComposedVersion): string[] {
  return specification.representations
    .filter((each) => !newest.representations.includes(each))
    .map((each) => mediaTypes[each]);
}

/** Actions of the older version that are done before their answer now, and were done after it, or the other way round. */
function reansweredActions(
  { specification, newest }: ComposedVersion,
  composed: ComposedResource,
): string[] {
  const then = specification.endpoints[composed.older]?.actions ?? {};
  const now = newest.endpoints[composed.newest]?.actions ?? {};
  return composed.customOperations
    .filter((each) => then[each.older]?.async !== now[each.newest]?.async)
    .map((each) => each.older);
}

/** Members of the older version that claims said, where callers have no claims any more: clients have to send them. */
function unclaimedMembers(
  { specification, newest }: ComposedVersion,
  { older }: ComposedResource,
): string[] {
  if (!newest.authentication.mechanisms.includes('none')) return [];
  const { fields } = known(specification.resources[older]);
  return specification.authentication.rules
    .filter(({ resource, field }) => resource === older && fields[field]?.readOnly === false)
    .map(({ field }) => field);
}

/** Parameters of lists besides filters and sorts that only the older version had, in the form of each representation. */
function lostParameters(
  { specification, newest }: ComposedVersion,
  composed: ComposedResource,
): string[] {
  const was = specification.endpoints[composed.older]?.pagination.cursor;
  const is = newest.endpoints[composed.newest]?.pagination.cursor;
  return was === true && is !== true ? ['cursor', 'page[cursor]'] : [];
}

/** Statuses by which PUT succeeded in the older version alone: that it creates nothing any more was accepted. */
function lostStatuses({ specification, newest }: ComposedVersion, composed: ComposedResource) {
  const was = specification.endpoints[composed.older]?.createByReplace;
  const is = newest.endpoints[composed.newest]?.createByReplace;
  return was === true && is !== true ? ['201'] : [];
}

/** Headers of requests that are demanded otherwise now than they were. */
function headersOf(
  { specification, newest }: ComposedVersion,
  composed: ComposedResource,
  before: 'optional' | 'required',
  after: 'optional' | 'required',
): string[] {
  const was = specification.endpoints[composed.older];
  const is = newest.endpoints[composed.newest];
  return headersChanged(was, is, before, after);
}

/** The lists that have something in them. */
function filled<T>(lists: Readonly<Record<string, readonly T[]>>): Record<string, readonly T[]> {
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));
}

/**
 * Values of members that rows shared when it was released, and share no more: recordings send them in the place of those that
 * another row has. Of members that are unique together, the one with the most values stands for all.
 */
function distinctOf(
  olderModel: ServiceModel,
  version: ComposedVersion,
  composed: ComposedResource,
): { readonly distinct?: Readonly<Record<string, readonly unknown[]>> } {
  const older = known(olderModel.resources.find(({ name }) => name === composed.older));
  const { keys } = newlyUnique(version, composed);
  if (keys.length === 0) return {};
  const isUnique = (name: string) => keys.flat().includes(name);
  const fields = older.fields.map((each): typeof each =>
    isUnique(each.name) ? { ...each, field: { ...each.field, unique: true } } : each,
  );
  const { values } = materialOf(olderModel, { ...older, fields });
  const countOf = (name: string) => values.get(name)?.length ?? 0;
  const chosen = keys.flatMap((key) => {
    const [most = ''] = key.toSorted((a, b) => countOf(b) - countOf(a));
    return countOf(most) > 0 ? [most] : [];
  });
  if (chosen.length === 0) return {};
  return { distinct: Object.fromEntries(chosen.map((name) => [name, known(values.get(name))])) };
}

/** Values that the newest version can hold, of members that it cannot hold every value of: recordings send them in the place of others. */
function takenOf(
  version: ComposedVersion,
  composed: ComposedResource,
): { readonly taken?: TakenValues; readonly takenInputs?: Readonly<Record<string, TakenValues>> } {
  const taken = takenIn(convertibleMembers(version, composed));
  const takenInputs = mapValues(convertibleInputs(version, composed), takenIn);
  return {
    ...(Object.keys(taken).length === 0 ? {} : { taken }),
    ...(Object.keys(takenInputs).length === 0 ? {} : { takenInputs }),
  };
}

type TakenValues = Readonly<Record<string, readonly unknown[]>>;

function takenIn(members: Readonly<Record<string, ConvertibleValues>>): TakenValues {
  return mapValues(members, ({ taken }) => taken);
}

/** What lists of the older version cannot be asked for any more, and what they do nearly as before. */
function listsOf(
  { specification }: ComposedVersion,
  { older, list, approximate }: ComposedResource,
) {
  const { filter, sort } = known(specification.endpoints[older]);
  return {
    lost: {
      filter: filter.filter((name) => !list.filter.includes(name)),
      sort: sort.filter((name) => !list.sort.includes(name)),
    },
    near: {
      filter: [...Object.keys(approximate.filter), ...approximate.byHook],
      sort: Object.keys(approximate.sort),
    },
  };
}

/** Members whose values claims of the caller say, with the names that they have in the newest version. */
function claimedMembers({ newest }: ComposedVersion, { newest: name, up }: ComposedResource) {
  const ruled = newest.authentication.rules.filter(({ resource }) => resource === name);
  const claimed = ruled.flatMap(({ field }): [string, string][] => {
    const source = sourceMember(up.find((member) => member.name === field)?.expression);
    return source === undefined ? [] : [[source, field]];
  });
  return claimed.length === 0 ? [] : [Object.fromEntries(claimed)];
}

/** Those of them that have a value of the step where clients leave them out. */
function filledClaims(version: ComposedVersion, composed: ComposedResource): string[] {
  const [claimed = {}] = claimedMembers(version, composed);
  return Object.entries(claimed)
    .filter(([, field]) =>
      composed.up.some(({ name, expression }) => name === field && expression.kind === 'fallback'),
    )
    .map(([member]) => member);
}

/** What the older version calls values of members that claims say, by its members and by the newest values. */
function claimedValues(version: ComposedVersion, composed: ComposedResource) {
  const [claimed = {}] = claimedMembers(version, composed);
  return Object.fromEntries(
    Object.keys(claimed).flatMap((member) => {
      const expression = composed.down.find(({ name }) => name === member)?.expression;
      return expression?.kind === 'map' ? [[member, expression.table]] : [];
    }),
  );
}

/** Rules that only the older version has, as proofs need them; as a list where there are any. */
function formerSamples(model: ServiceModel, version: ComposedVersion, composed: ComposedResource) {
  const samples = attributeSamples(withFormerRules(model), formerName(version, composed));
  return samples.length === 0 ? [] : [samples];
}

/** What is said of a resource where there is anything to say. */
function othersOf(version: ComposedVersion, composed: ComposedResource, resource: ResourceModel) {
  const { lost, near } = listsOf(version, composed);
  const { sort: nearSorts } = composed.approximate;
  const others = {
    added: addedMembers(version, composed),
    addedFilters: addedParameters(version, composed, 'filter'),
    addedSorts: addedParameters(version, composed, 'sort'),
    computed: computedMembers(version, composed),
    removed: removedMembers(version, composed),
    unique: newlyUnique(version, composed).members,
    ...inaccessible(composed, resource),
    formerCustomOperations: formerCustomOperations(resource).map(({ name }) => name),
    ...acceptedOf(version, composed, resource),
    machine: machineNow(version, composed),
    filledClaims: filledClaims(version, composed),
    claimedValues: claimedValues(version, composed),
    shownRanges: shownRanges(version, composed),
    narrowed: narrowedMembers(version, composed),
    shownNulls: shownNulls(composed),
    unshownObjects: unshownObjects(composed),
    convertible: convertibleMembers(version, composed),
    convertibleInputs: convertibleInputs(version, composed),
    lostStatuses: lostStatuses(version, composed),
    lostFilters: lost.filter,
    lostSorts: lost.sort,
    nearFilters: near.filter,
    nearSorts,
  };
  return Object.entries(others)
    .filter(([, names]) => Object.keys(names).length > 0)
    .map(([name, names]) => ({ name: identifier(name), names }));
}

/** What the proofs know of members that no frozen file has yet. */
function addedMembers({ specification, additions }: ComposedVersion, { older }: ComposedResource) {
  const { fields } = known(specification.resources[older]);
  const added = additions.filter(
    ({ resource, parameter }) => resource === older && parameter === undefined,
  );
  return Object.fromEntries(
    added.map(({ field: name }) => {
      const field = known(fields[name]);
      const { type, unique, immutable, readOnly, writeOnly } = field;
      const to = field.type === 'reference' ? { to: field.to } : {};
      return [name, { type, ...to, unique, immutable, readOnly, writeOnly }];
    }),
  );
}

/** Verbs, and names of transitions and actions in the older version, that no grant permits. */
function closedTo(
  { customOperations }: ComposedResource,
  { access, fields }: ResourceModel,
): string[] {
  const verbs = ['read', 'create', 'replace', 'update', 'delete'].map((verb) => [verb, verb]);
  const isDemandedOfNobody = fields.some(({ name, field }) => {
    const { required, readOnly, readableBy, writableBy = readableBy } = field;
    const isSaid = field.default !== undefined || access.rules.some((rule) => rule.name === name);
    return required && !readOnly && !isSaid && writableBy?.length === 0;
  });
  const impossible = isDemandedOfNobody ? ['create', 'replace'] : [];
  return [...verbs, ...customOperations.map(({ older, newest }) => [older, newest])]
    .filter(([, verb = '']) => !isPermitted(access.grants, verb) || impossible.includes(verb))
    .map(([older = '']) => older);
}

/** The same that no grant of the older version permitted. */
function closedInOlder(composed: ComposedResource, older: ResourceModel): string[] {
  const customOperations = composed.customOperations.map((each) => ({
    ...each,
    newest: each.older,
  }));
  return closedTo({ ...composed, customOperations }, older);
}

/** Members that no caller may send, or is shown. */
function inaccessible({ up }: ComposedResource, { fields }: ResourceModel) {
  const of = (isMeant: (field: ResourceModel['fields'][number]['field']) => boolean) =>
    up.flatMap(({ name, expression }) => {
      const field = fields.find((each) => each.name === name)?.field;
      const isOlder = expression.kind === 'member' && expression.of.kind === 'root';
      return isOlder && field !== undefined && isMeant(field) ? [expression.name] : [];
    });
  return {
    unwritable: of(({ writableBy, readableBy }) => (writableBy ?? readableBy)?.length === 0),
    unreadable: of(({ readableBy }) => readableBy?.length === 0),
  };
}

/** The newest codes of problems that the older version calls otherwise. */
function problemsOf({ steps, specification }: ComposedVersion): Record<string, string> {
  const names = Object.keys(specification.errors.codes).map((code): [string, string] => {
    const newest = steps.reduce((name, { changes }) => {
      const renamed = changes.errors?.find(({ rename }) => rename?.from === name)?.rename;
      return renamed === undefined ? name : String(renamed.to);
    }, code);
    return [code, newest];
  });
  return Object.fromEntries(names.filter(([code, newest]) => code !== newest));
}

/** When both versions answer, and nothing has been taken from the older one yet. */
function instantOf(own: VersionModel, newest: VersionModel): string {
  const { sunset, readOnly, brownouts = [], withdrawn = [], closed } = own;
  const ends = [
    sunset,
    readOnly,
    closed,
    ...brownouts.map(({ from }) => from.slice(0, 10)),
    ...withdrawn.map(({ from }) => from),
  ].filter((day) => day !== undefined);
  const [first] = ends.toSorted();
  const begin = newest.released ?? own.released ?? '2026-01-01';
  const day = first === undefined || begin < first ? begin : dayBefore(first);
  return `${day}T00:00:00.000Z`;
}

function dayBefore(day: string): string {
  const instant = new Date(`${day}T00:00:00Z`);
  instant.setUTCDate(instant.getUTCDate() - 1);
  return instant.toISOString().slice(0, 10);
}
