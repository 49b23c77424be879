import type { ComposedResource, ComposedVersion } from '../../../evolution/compose/chain.ts';
import { computedMembers, lossyMembers } from '../../../evolution/proofs/lossy-members.ts';
import { known } from '../../../model/known.ts';
import type { ServiceModel, VersionModel } from '../../../model/model.ts';
import { identifier, literal } from '../../code.ts';

/** What the proofs of an older version need besides its frozen files. */
export function proofView(model: ServiceModel, version: ComposedVersion) {
  const own = known(model.versions.find(({ label }) => label === version.label));
  const resources = version.resources.map((composed) => {
    const { name, camel } = known(model.resources.find((each) => each.name === composed.newest));
    return {
      name,
      sample: identifier(`${camel}Sample`),
      rules: identifier(`${camel}Rules`),
      older: literal(composed.older),
      lossy: lossyMembers(version, composed),
      others: othersOf(version, composed),
    };
  });
  return {
    label: version.label,
    now: instantOf(own, model.newest),
    lacks: [...new Set(version.steps.flatMap(({ changes }) => changes.behaviours ?? []))],
    problems: problemsOf(version),
    resources,
  };
}

/** What is said of a resource where there is anything to say. */
function othersOf(version: ComposedVersion, composed: ComposedResource) {
  const { filter, sort } = known(version.specification.endpoints[composed.older]);
  const left = composed.list;
  const others: Readonly<Record<string, readonly string[]>> = {
    computed: computedMembers(version, composed),
    lostFilters: filter.filter((name) => !left.filter.includes(name)),
    lostSorts: sort.filter((name) => !left.sort.includes(name)),
    nearFilters: Object.keys(composed.approximate.filter),
    nearSorts: Object.keys(composed.approximate.sort),
  };
  return Object.entries(others)
    .filter(([, names]) => names.length > 0)
    .map(([name, names]) => ({ name: identifier(name), names }));
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
