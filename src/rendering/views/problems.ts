import type { ServiceModel } from '../../model/model.ts';
import { identifier } from '../code.ts';
import {
  hasActing,
  hasClosedVersions,
  hasRestrictions,
  hasSunsets,
  isFlags,
  isHostname,
  selectsVersion,
} from '../features.ts';

/** The built-in problems that only some services can answer with, as the runtime names them. */
const optionalProblems = [
  ['invalidVersion', selectsVersion],
  ['invalidFeatures', isFlags],
  ['versionClosed', hasClosedVersions],
  ['versionReadOnly', hasRestrictions],
  ['transitionNotAllowed', hasActing],
  ['guardNotMet', hasActing],
  ['versionRetired', hasSunsets],
  ['operationWithdrawn', hasRestrictions],
  ['featureWithdrawn', isFlags],
  ['misdirectedRequest', isHostname],
  ['versionSwitchedOff', hasRestrictions],
] as const;

/** The catalogue of problems: nothing is documented that is never sent. */
export function problemsView(model: ServiceModel) {
  const { validationStatus } = model.specification.errors;
  const optional = optionalProblems.flatMap(([name, isSent]) =>
    isSent(model) ? [identifier(name)] : [],
  );
  const isStatusChanged = validationStatus !== 400;
  return {
    validationStatus,
    isStatusChanged,
    optionalProblems: optional,
    usesBuiltIn: isStatusChanged || optional.length > 0,
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

/** A text in the one language that there is, or in each of several. */
function oneOrAll(texts: Readonly<Record<string, string>>): string | typeof texts {
  const [first = '', ...others] = Object.values(texts);
  return others.length === 0 ? first : texts;
}
