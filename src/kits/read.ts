import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import semver from 'semver';
import { valueIssues } from '../specification/all-issues.ts';
import { overlayPathProblem, type Overlay } from '../rendering/overlays/overlay.ts';
import { atKey, atValue, complainedValue, type Issue, type Path } from '../specification/issue.ts';
import { isMapping } from '../specification/plain.ts';
import { readDocument } from '../specification/read-document.ts';
import { shown } from '../specification/shown.ts';
import { structureIssues } from '../specification/structure/check.ts';
import { validatorOf } from '../specification/structure/compiled-validator.ts';
import type { Kit, KitReading } from './kit.ts';
import { fitsKey, isOfOneService, keyIssues, partIssues } from './parts.ts';
import { kitValidation, type KitText } from './schema.ts';

/** Reads the text of a `kit.yaml`. Never throws: mistakes have their places, as those of a specification. */
export function readKit(text: string, file: string): KitReading {
  const reading = readDocument(text, file);
  if (!reading.ok) return reading;
  const { value, mistakes, isBroken } = reading;
  const structure = mistakes(isBroken ? [] : structureOf(value));
  if (structure.length > 0 || !isKit(value)) return { ok: false, mistakes: structure };
  const inside = mistakes(contentIssues(value));
  return inside.length > 0 ? { ok: false, mistakes: inside } : { ok: true, kit: kitOf(value) };
}

function structureOf(value: unknown): Issue[] {
  if (isMapping(value)) return structureIssues(value, errorsOf(value));
  const message = `the file holds ${shown(value)} and not a mapping; it needs at least "kit" and "version"`;
  return [atValue([], { code: 'not-a-mapping', message })];
}

let compiled: ValidateFunction | undefined;

function errorsOf(value: unknown): ErrorObject[] {
  compiled ??= validatorOf(kitValidation);
  return compiled(value) ? [] : (compiled.errors ?? []);
}

function isKit(value: unknown): value is KitText {
  return errorsOf(value).length === 0;
}

function kitOf(text: KitText): Kit {
  const { kit, version, description, generator, defaults = {}, starter = {}, policies = {} } = text;
  const { replace: replaced = [], add: added = [] } = text.templates ?? {};
  return {
    name: kit,
    version,
    description,
    generator,
    extends: text.extends,
    defaults,
    locked: Object.entries(text.locked ?? {}).map(([key, lock]) => ({
      path: key.split('.'),
      value: lock.value,
      reason: clause(lock.reason),
    })),
    allowed: Object.entries(text.allowed ?? {}).map(([key, allowance]) => ({
      path: key.split('.'),
      values: allowance.values,
      reason: clause(allowance.reason),
    })),
    noticePeriod: policies.noticePeriod,
    headers: policies.headers ?? [],
    starter,
    templates: [
      ...replaced.map((path) => ({ path, kind: 'replace' as const })),
      ...added.map((path) => ({ path, kind: 'add' as const })),
    ],
  };
}

/** A sentence as it stands within another one. */
function clause(sentence: string): string {
  return sentence.replace(/[.]$/, '');
}

/** What the sections say, as service.yaml would have it. */
function contentIssues(text: KitText): Issue[] {
  const { generator, defaults, locked, allowed, starter, templates = {} } = text;
  return [
    ...(generator === undefined ? [] : generatorIssues(generator)),
    ...below(['defaults'], partIssues(defaults ?? {})),
    ...Object.entries(locked ?? {}).flatMap(([key, { value }]) => [
      ...ownKeyIssues(['locked', key], key),
      ...below(['locked', key], keyIssues(key.split('.'), value), 'value'),
    ]),
    ...Object.entries(allowed ?? {}).flatMap(([key, { values }]) => [
      ...ownKeyIssues(['allowed', key], key),
      ...values.flatMap((value, position) =>
        fitsKey(key.split('.'), value)
          ? []
          : below(['allowed', key, 'values', position], valueOrItemIssues(key.split('.'), value)),
      ),
    ]),
    ...(starter === undefined ? [] : starterIssues(starter)),
    ...templateIssues('replace', templates.replace ?? []),
    ...templateIssues('add', templates.add ?? []),
  ];
}

/** Of a value that may stand in a list, what is wrong with it as an item. */
function valueOrItemIssues(path: readonly string[], value: unknown): Issue[] {
  const issues = keyIssues(path, value);
  const isItem = issues.some((issue) => issue.code === 'wrong-type' && issue.path.length === 0);
  if (!isItem) return issues;
  return keyIssues(path, [value]).map((issue) => ({ ...issue, path: issue.path.slice(1) }));
}

function generatorIssues(range: string): Issue[] {
  if (semver.validRange(range) !== null) return [];
  const message = `${shown(range)} is no range of versions; write it as npm does, such as ">=0.1 <2"`;
  return [atValue(['generator'], { code: 'wrong-form', message })];
}

function ownKeyIssues(path: Path, key: string): Issue[] {
  if (!isOfOneService(key.split('.'))) return [];
  const message = `${key} belongs to one service and to no kit`;
  return [atKey(path, { code: 'of-one-service', message })];
}

const starterSections: readonly string[] = ['resources', 'states', 'endpoints'];

/** A service that has nothing but the start has to be right, so that what begins with it is. */
function starterIssues(starter: Readonly<Record<string, unknown>>): Issue[] {
  const others = Object.keys(starter).filter((key) => !starterSections.includes(key));
  if (others.length > 0) {
    return others.map((key) => {
      const message = `a starter has resources, states and endpoints, and no ${shown(key)}`;
      return atKey(['starter', key], { code: 'unknown-key', message, allowed: starterSections });
    });
  }
  return below(['starter'], valueIssues({ service: { name: 'new-service' }, ...starter }));
}

function templateIssues(kind: Overlay['kind'], paths: readonly string[]): Issue[] {
  return paths.flatMap((path, position) =>
    complainedValue(
      ['templates', kind, position],
      'no-such-template',
      overlayPathProblem({ path, kind }),
    ),
  );
}

/** Issues of what stands at a path of the kit; `inside`: the key that holds it. */
function below(path: Path, issues: readonly Issue[], inside?: string): Issue[] {
  return issues.map((issue) => {
    const isKey = issue.path.length === 0 && issue.at === 'key';
    const holder = inside === undefined || isKey ? path : [...path, inside];
    return { ...issue, path: [...holder, ...issue.path] };
  });
}
