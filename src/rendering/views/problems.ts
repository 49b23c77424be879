import type { ServiceModel } from '../../model/model.ts';
import { identifier } from '../code.ts';
import {
  hasAuthentication,
  hasIdempotency,
  hasInputReferences,
  hasStatesOrActions,
  hasClosedVersions,
  hasWindDown,
  hasSunsets,
  isFlags,
  isHostname,
  selectsVersion,
} from '../features.ts';
import { own } from '../../specification/plain.ts';
import { builtInProblems } from './built-in-problems.ts';
import { uniqueKeys } from './samples/unique-keys.ts';

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

const refers = (model: ServiceModel) =>
  hasInputReferences(model) ||
  model.resources.some(
    ({ parents, fields }) =>
      parents.length > 0 || fields.some(({ target }) => target !== undefined),
  );
const speaksJsonApi = ({ specification }: ServiceModel) =>
  specification.representations.includes('json-api');

/** Problems that every service can name, and some never answer with. Code of a team may, so catalogues have them all. */
const conditionalProblems: Readonly<Record<string, (model: ServiceModel) => boolean>> = {
  ambiguousCredentials: hasAuthentication,
  credentialInAddress: hasAuthentication,
  unauthenticated: hasAuthentication,
  forbidden: (model) => hasAuthentication(model) || speaksJsonApi(model),
  identityConflict: speaksJsonApi,
  uniqueConflict: ({ resources }) => resources.some((each) => uniqueKeys(each).length > 0),
  referenceConflict: refers,
  referenced: refers,
  idempotencyKeyInvalid: hasIdempotency,
  idempotencyKeyInFlight: hasIdempotency,
  idempotencyKeyReused: hasIdempotency,
  preconditionRequired: ({ resources }) =>
    resources.some(({ endpoint }) => endpoint.preconditions === 'required'),
};

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
    .filter(({ name, isCommon }) =>
      isCommon ? (own(conditionalProblems, name)?.(model) ?? true) : sent.has(name),
    )
    .map(({ name, code, status, description }) => ({
      problemCode: code,
      status: name === 'validationFailed' ? validationStatus : status,
      description,
    }));
  const ofService = model.problemCodes.map(({ code, status, description }) => ({
    problemCode: code,
    status,
    description,
  }));
  return [...builtIn, ...ofService].toSorted(
    (a, b) => a.status - b.status || (a.problemCode < b.problemCode ? -1 : 1),
  );
}

/** A text in the one language that there is, or in each of several. */
function oneOrAll(texts: Readonly<Record<string, string>>): string | typeof texts {
  const [first = '', ...others] = Object.values(texts);
  return others.length === 0 ? first : texts;
}
