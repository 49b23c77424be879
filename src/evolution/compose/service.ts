import type { Issue } from '../../specification/issue.ts';
import { firstMistakes, type Mistake } from '../../specification/mistake.ts';
import type { ResolvedSpecification } from '../../specification/index.ts';
import { shapesOf, type VersionShape } from '../additions/shapes.ts';
import { withoutAdded } from '../additions/without-added.ts';
import type { Contracts, WrittenStep } from '../contracts/contracts.ts';
import { readStep } from '../steps/read.ts';
import { listIssues } from '../verify/lists.ts';
import { completes, notEmitted, verifyStep } from '../verify/step.ts';
import { withLaterAdditions } from '../draft/later-additions.ts';
import { composeVersion, type ComposedVersion } from './chain.ts';
import { linkStep, type LinkedStep } from './link.ts';

export type Composition =
  | {
      readonly ok: true;
      /** The versions that are not the same as the newest, oldest first. */
      readonly older: readonly ComposedVersion[];
      readonly steps: readonly LinkedStep[];
      /** The newest version, with what is kept for older ones alone. */
      readonly newest: ResolvedSpecification;
    }
  | { readonly ok: false; readonly mistakes: readonly Mistake[] };

export interface CompositionOptions {
  /** Does not ask whether steps explain all that differs: for tests that leave operations out on purpose. */
  readonly isLenient?: boolean;
}

/** What every older version is of the newest, by what was frozen of it and the steps between. */
export function composeService(
  specification: ResolvedSpecification,
  contracts: Contracts,
  { isLenient = false }: CompositionOptions = {},
): Composition {
  const versions = Object.entries(specification.versioning.versions);
  const labels = versions.map(([label]) => label);
  const { versions: shapes } = shapesOf(specification, contracts);
  const mistakes: Mistake[] = unplacedSteps(labels, contracts);
  /** The last version that was come to, with what is kept for those before it. */
  let carried: ResolvedSpecification | undefined;
  const steps = labels.slice(1).map((to, index): LinkedStep | undefined => {
    const from = labels[index] ?? '';
    const [shape, after] = [shapes[index], shapes[index + 1]];
    const written = contracts.steps.find(({ step }) => step.from === from && step.to === to);
    if (shape === undefined || after === undefined) return undefined;
    const [older, newer] = [shape.specification, after.specification];
    if (written === undefined && older === newer) return undefined;
    if (versions[index]?.[1].contracted !== undefined) {
      carried = undefined;
      return undefined;
    }
    if (written !== undefined && older === newer) {
      mistakes.push(nothingFrozen(written, from));
      return undefined;
    }
    const isFrozen = written !== undefined && contracts.frozen.has(written.path);
    const about = { from, to, shape, older: carried ?? older, newer, isFrozen };
    const step = linked(written, about, isLenient, mistakes);
    carried = step?.newer;
    return step;
  });
  if (mistakes.length > 0) return { ok: false, mistakes: firstMistakes(mistakes) };
  const older = versions.flatMap(([label, { contracted }], index): ComposedVersion[] => {
    const onTheWay = steps.slice(index).filter((step) => step !== undefined);
    if (contracted !== undefined || onTheWay.length === 0) return [];
    const { additions = [] } = shapes[index] ?? {};
    const composed = { ...composeVersion(label, onTheWay), additions };
    if (!isLenient) mistakes.push(...listMistakes(composed, contracts));
    return [composed];
  });
  if (mistakes.length > 0) return { ok: false, mistakes: firstMistakes(mistakes) };
  return {
    ok: true,
    older,
    steps: steps.filter((step) => step !== undefined),
    newest: carried ?? specification,
  };
}

function linked(
  written: WrittenStep | undefined,
  {
    from,
    to,
    shape,
    older,
    newer,
    isFrozen,
  }: {
    readonly from: string;
    readonly to: string;
    readonly shape: VersionShape;
    readonly older: ResolvedSpecification;
    readonly newer: ResolvedSpecification;
    readonly isFrozen: boolean;
  },
  isLenient: boolean,
  mistakes: Mistake[],
): LinkedStep | undefined {
  const path = written?.path ?? `contracts/${from}-to-${to}.yaml`;
  const text = written?.text ?? `from: '${from}'\nto: '${to}'\n`;
  const reading = readStep(text, path);
  if (!reading.ok) {
    mistakes.push(...reading.mistakes);
    return undefined;
  }
  const { from: _, to: __, ...everything } = reading.step;
  const said = withoutAdded(everything, shape);
  const changes = isFrozen ? withLaterAdditions({ from, to, older, newer }, said) : said;
  const linking = linkStep(`${from}-to-${to}`, changes, older, newer);
  const found = linking.ok ? (isLenient ? [] : verifyStep(linking.step)) : linking.issues;
  // Nobody can correct a frozen step, and such a rename does no harm in it.
  const issues = isFrozen
    ? found.filter(({ code }) => code !== notEmitted).map((issue) => besideFrozen(issue, to))
    : found;
  mistakes.push(...reading.mistakes(issues));
  return linking.ok ? linking.step : undefined;
}

/** What a frozen step does not say cannot be written into it: it belongs into a version of its own. */
function besideFrozen({ suggestion: _, ...issue }: Issue, label: string): Issue {
  const what = issue.message.replace(completes, '');
  return {
    ...issue,
    message: `${what}; version ${label} is released and its step is frozen, so this belongs into a new version (resource-service version release --next LABEL), or is taken back`,
  };
}

/** They are said where they are lost: in the first step behind which a list cannot be asked for them any more. */
function listMistakes({ label, steps }: ComposedVersion, { steps: all }: Contracts): Mistake[] {
  for (const [index, { name }] of steps.entries()) {
    const issues = listIssues(composeVersion(label, steps.slice(0, index + 1)));
    if (issues.length === 0) continue;
    const path = `contracts/${name}.yaml`;
    const [from = '', to = ''] = name.split('-to-');
    // By its names, the older version of that step says the same.
    const own = index === 0 ? [] : listIssues(composeVersion(from, steps.slice(index, index + 1)));
    if (own.length > 0) return [];
    const text = all.find((each) => each.path === path)?.text ?? `from: '${from}'\nto: '${to}'\n`;
    const reading = readStep(text, path);
    return reading.ok ? reading.mistakes(issues) : [];
  }
  return [];
}

function unplacedSteps(labels: readonly string[], { steps }: Contracts): Mistake[] {
  return steps.flatMap(({ path, text, step }) => {
    const index = labels.indexOf(step.from);
    if (index !== -1 && labels[index + 1] === step.to) return [];
    const reading = readStep(text, path);
    const next = index === -1 ? undefined : labels[index + 1];
    const message =
      index === -1
        ? `versioning.versions has no version "${step.from}"; list it, or remove the file`
        : `behind version "${step.from}" comes ${next === undefined ? 'none' : `"${next}"`} and not "${step.to}"; steps lead from one version to the next`;
    return reading.ok
      ? reading.mistakes([{ path: ['to'], at: 'value', code: 'no-such-step', message }])
      : [];
  });
}

function nothingFrozen({ path, text }: WrittenStep, from: string): Mistake {
  const reading = readStep(text, path);
  const message = `nothing is frozen of version "${from}", so nothing is known that the step could lead from; release it first with "version release ${from}"`;
  const [mistake] = reading.ok
    ? reading.mistakes([{ path: ['from'], at: 'value', code: 'not-frozen', message }])
    : [];
  return mistake ?? { file: path, line: 1, column: 1, path: [], code: 'not-frozen', message };
}
