import type {
  ResolvedFlag,
  ResolvedSpecification,
  ResolvedVersion,
} from '../../../specification/index.ts';
import { additionKeyNames, namesListed } from '../../../specification/versions/additions.ts';
import type { Found } from '../change.ts';
import { compareNamed, compareSets, ifChanged } from '../lists.ts';
import { finding, harmless, row } from '../row.ts';
import { notContract, type Part } from './part.ts';

const address = 'Clients name the version as they did, and reach none or another one.';

const rows = {
  W01: harmless('version added'),
  W02: row('version marked deprecated (headers appear)', 'n/a', 'non-breaking'),
  W03: row('version retired on/after its sunset date', 'breaking', 'breaking', {
    action: 'pass',
  }),
  W04: row('version no longer listed', 'breaking', 'breaking', {
    action: 'pass',
    harm: 'Requests for it are answered as for a version that never was.',
  }),
  W05: row('strategy of versions changed', 'breaking', 'breaking', {
    lens: 'not-bridgeable',
    harm: address,
  }),
  W06: row('version of clients that name none set', 'non-breaking', 'n/a'),
  W07: row('version of clients that name none changed or removed', 'breaking', 'breaking', {
    lens: 'not-bridgeable',
    harm: 'Clients that name no version get another one, or are refused.',
  }),
  W11: row('version header/parameter name changed', 'breaking', 'n/a', {
    lens: 'automatic',
    harm: address,
  }),
  W15: row('form of the host of a version changed', 'breaking', 'breaking', {
    lens: 'automatic',
    harm: address,
  }),
  W16: harmless('dates or migration guide of a version changed'),
  W17: row('wind-down of a deprecated version changed', 'edge-case', 'n/a', { action: 'pass' }),
  W18: row('opt-in feature flag made default', 'edge-case', 'edge-case', {
    action: 'version',
    lens: 'automatic',
    harm: 'Clients that do not ask for it get what it changes.',
  }),
  W19: row('feature flag removed', 'breaking', 'breaking', {
    lens: 'automatic-with-one-declared-value',
    harm: 'Requests that ask for it are refused with 400.',
  }),
  W20: harmless('feature flag added'),
  W21: row('feature flag withdrawn', 'breaking', 'breaking', {
    lens: 'automatic-with-one-declared-value',
    harm: 'Requests that ask for it are answered with 410.',
  }),
  W22: row('feature flag requires or excludes another one', 'breaking', 'n/a', {
    lens: 'not-bridgeable',
    trend: 'tighter',
    harm: 'Requests that ask for both, or for one alone, are refused with 400.',
  }),
  W23: row('feature flag no longer requires or excludes another one', 'non-breaking', 'n/a', {
    trend: 'looser',
  }),
  W24: row('what a feature flag changes is something else', 'breaking', 'breaking', {
    lens: 'hook',
    harm: 'Clients that ask for it get another shape.',
  }),
  W25: harmless('description of a feature flag changed'),
  W26: row('resource got versions, or has none any more', 'breaking', 'breaking', {
    lens: 'automatic',
    harm: 'Addresses of it change.',
  }),
  W27: row('withdrawn or graduated feature flag offered again', 'edge-case', 'edge-case', {
    harm: 'What it changes holds only for clients that ask for it.',
  }),
  W28: harmless('additions to an older version changed'),
} as const;
const found = finding(rows);

const dates = ['released', 'announced', 'maintained', 'reprieved', 'migrationGuide'] as const;
const windDown = ['brownouts', 'readOnly', 'limits', 'withdrawn', 'closed', 'exemptions'] as const;

function compareVersion(path: string, was: ResolvedVersion, is: ResolvedVersion): Found[] {
  return [
    ...dates.flatMap((key) =>
      ifChanged(was[key], is[key], (before, after) =>
        found('W16', `${path}.${key}`, before, after),
      ),
    ),
    ...ifChanged(was.deprecated, is.deprecated, (before, after) =>
      found(after === undefined ? 'W16' : 'W02', `${path}.deprecated`, before, after),
    ),
    ...ifChanged(was.sunset, is.sunset, (before, after) =>
      found('W03', `${path}.sunset`, before, after),
    ),
    ...additionKeyNames.flatMap((key) =>
      compareSets(
        `${path}.${key}`,
        namesListed(was.additions ?? [], key),
        namesListed(is.additions ?? [], key),
        {
          added: (at, name) => [found('W28', at, undefined, name)],
          removed: (at, name) => [found('W28', at, name)],
        },
      ),
    ),
    ...windDown.flatMap((key) =>
      ifChanged<unknown>(was[key], is[key], (before, after) =>
        found('W17', `${path}.${key}`, before, after),
      ),
    ),
  ];
}

function compareFlag(path: string, was: ResolvedFlag, is: ResolvedFlag): Found[] {
  return [
    ...ifChanged(was.description, is.description, (before, after) =>
      found('W25', `${path}.description`, before, after),
    ),
    ...ifChanged(was.state, is.state, (before, after) => {
      const id = { active: 'W27', graduated: 'W18', withdrawn: 'W21' } as const;
      return found(id[after], `${path}.state`, before, after);
    }),
    ...(['requires', 'conflicts'] as const).flatMap((key) =>
      compareSets(`${path}.${key}`, was[key], is[key], {
        added: (at, name) => [found('W22', at, undefined, name)],
        removed: (at, name) => [found('W23', at, name)],
      }),
    ),
    ...(was.state === 'active' && is.state === 'active'
      ? ifChanged<unknown>(was.changes, is.changes, (before, after) =>
          found('W24', `${path}.changes`, before, after),
        )
      : []),
  ];
}

function compareStrategy(
  { versioning: was }: ResolvedSpecification,
  { versioning: is }: ResolvedSpecification,
): readonly Found[] {
  if (was.strategy !== is.strategy) {
    return [found('W05', 'versioning.strategy', was.strategy, is.strategy)];
  }
  return [
    ...ifChanged(was.query?.parameter, is.query?.parameter, (before, after) =>
      found('W11', 'versioning.query.parameter', before, after),
    ),
    ...ifChanged(was.date?.in, is.date?.in, (before, after) =>
      found('W11', 'versioning.date.in', before, after),
    ),
    ...ifChanged(was.hostname?.form, is.hostname?.form, (before, after) =>
      found('W15', 'versioning.hostname.form', before, after),
    ),
    ...ifChanged(was.default, is.default, (before, after) =>
      found(before === undefined ? 'W06' : 'W07', 'versioning.default', before, after),
    ),
    ...compareSets('versioning.resources', was.resources, is.resources, {
      added: (at, name) => [found('W26', at, undefined, name)],
      removed: (at, name) => [found('W26', at, name)],
    }),
  ];
}

/** How the interface changes over time. */
export const versioning: Part = {
  title: 'Versioning',
  rows,
  compare: (was, is) => [
    ...compareStrategy(was, is),
    ...compareNamed('versioning.versions', was.versioning.versions, is.versioning.versions, {
      added: (path) => [found('W01', path)],
      removed: (path) => [found('W04', path)],
      kept: compareVersion,
    }),
    ...compareNamed('versioning.flags', was.versioning.flags, is.versioning.flags, {
      added: (path) => [found('W20', path)],
      removed: (path) => [found('W19', path)],
      kept: compareFlag,
    }),
  ],
  keys: {
    versioning: notContract('a group of keys'),
    'versioning.strategy': ['W05'],
    'versioning.query.**': ['W11'],
    'versioning.date.**': ['W11'],
    'versioning.hostname.**': ['W15'],
    'versioning.resources': ['W26'],
    'versioning.default': ['W06', 'W07'],
    'versioning.versions': ['W01', 'W04'],
    'versioning.versions.*.released': ['W16'],
    'versioning.versions.*.maintained': ['W16'],
    'versioning.versions.*.announced': ['W16'],
    'versioning.versions.*.deprecated': ['W02', 'W16'],
    'versioning.versions.*.sunset': ['W03'],
    'versioning.versions.*.reprieved': ['W16'],
    'versioning.versions.*.brownouts.**': ['W17'],
    'versioning.versions.*.readOnly': ['W17'],
    'versioning.versions.*.limits.**': ['W17'],
    'versioning.versions.*.withdrawn.**': ['W17'],
    'versioning.versions.*.closed': ['W17'],
    'versioning.versions.*.exemptions.**': ['W17'],
    'versioning.versions.*.migrationGuide': ['W16'],
    'versioning.versions.*.additions': ['W28'],
    'versioning.versions.*.addedFilters': ['W28'],
    'versioning.versions.*.addedSorts': ['W28'],
    'versioning.versions.*.contracted': notContract(
      'it says that what only a retired version needed is given up',
    ),
    'versioning.flags': ['W19', 'W20'],
    'versioning.flags.*.description': ['W25'],
    'versioning.flags.*.state': ['W18', 'W21', 'W27'],
    'versioning.flags.*.requires': ['W22', 'W23'],
    'versioning.flags.*.conflicts': ['W22', 'W23'],
    'versioning.flags.*.changes.**': ['W24'],
    'versioning.exceptions.**': notContract('reasons for the support policy'),
    'versioning.acknowledged.**': notContract('it records what was acknowledged'),
  },
};
