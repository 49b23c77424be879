import type { ServiceModel } from '../../model/model.ts';
import { identifier } from '../code.ts';
import {
  hasStatesOrActions,
  hasClosedVersions,
  hasWindDown,
  hasSunsets,
  isFlags,
  isHostname,
  selectsVersion,
} from '../features.ts';
import { builtInProblems } from './built-in-problems.ts';

/** The built-in problems that only some services can answer with, as the runtime names them. */
const optionalProblems = [
  ['invalidVersion', selectsVersion],
  ['invalidFeatures', isFlags],
  ['versionClosed', hasClosedVersions],
  ['versionReadOnly', hasWindDown],
  ['transitionNotAllowed', hasStatesOrActions],
  ['guardNotMet', hasStatesOrActions],
  ['versionRetired', hasSunsets],
  ['operationWithdrawn', hasWindDown],
  ['featureWithdrawn', isFlags],
  ['misdirectedRequest', isHostname],
  ['versionSwitchedOff', hasWindDown],
] as const;

/** The catalogue of problems: nothing is documented that is never sent. */
export function problemsView(model: ServiceModel) {
  const { validationStatus } = model.specification.errors;
  const optional = optionalProblems.flatMap(([name, isSent]) => (isSent(model) ? [name] : []));
  const isStatusChanged = validationStatus !== 400;
  const usesBuiltIn = isStatusChanged || optional.length > 0;
  return {
    validationStatus,
    isStatusChanged,
    optionalProblems: optional.map(identifier),
    usesBuiltIn,
    isCatalogueExtended: usesBuiltIn || model.problemCodes.length > 0,
    allProblems: allProblems(model, new Set<string>(optional)),
    codes: model.problemCodes.map((entry) => ({
      key: identifier(entry.key),
      problemCode: entry.code,
      status: entry.status,
      title: entry.title,
      description: entry.description,
      titles: oneOrAll(entry.titles),
      descriptions: oneOrAll(entry.descriptions),
    })),
  };
}

/** Every problem that the service can answer with, by status and then by code. */
function allProblems(model: ServiceModel, sent: ReadonlySet<string>) {
  const { validationStatus } = model.specification.errors;
  const builtIn = builtInProblems()
    .filter(({ name, isCommon }) => isCommon || sent.has(name))
    .map(({ name, code, status, description }) => ({
      problemCode: code,
      status: name === 'validationFailed' ? validationStatus : status,
      description,
    }));
  const own = model.problemCodes.map(({ code, status, description }) => ({
    problemCode: code,
    status,
    description,
  }));
  return [...builtIn, ...own].toSorted(
    (a, b) => a.status - b.status || (a.problemCode < b.problemCode ? -1 : 1),
  );
}

/** A text in the one language that there is, or in each of several. */
function oneOrAll(texts: Readonly<Record<string, string>>): string | typeof texts {
  const [first = '', ...others] = Object.values(texts);
  return others.length === 0 ? first : texts;
}
