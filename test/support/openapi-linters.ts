import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import owasp from '@stoplight/spectral-owasp-ruleset';
import spectralRulesets from '@stoplight/spectral-rulesets';
import { validateRange } from '../../src/specification/values/ranges.ts';
import { isObject, list, openApi, type Json } from './fuzz/document.ts';

/** What a linter found: an error or a warning. */
export interface Finding {
  readonly rule: string;
  /** Path into the document. */
  readonly at: string;
  readonly message: string;
}

/** Redocly's strictest set of rules. All three linters run here, and ask nothing of the network. */
export async function redocly(document: string): Promise<Finding[]> {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const problems = await lintFromString({ source: document, config });
  return problems.map(({ ruleId, message, location }) => ({
    rule: ruleId,
    at: location.map(({ pointer = '' }) => pointer).join(', '),
    message,
  }));
}

/** The rules of Spectral for OpenAPI. */
export function spectral(document: string): Promise<Finding[]> {
  return spectralFindings(document, spectralRulesets.oas);
}

/** The rules for the OWASP API Security Top 10 of 2023. */
export function owaspRules(document: string): Promise<Finding[]> {
  return spectralFindings(document, owasp);
}

/** Of DiagnosticSeverity; hints and information are above. */
const warning = 1;

async function spectralFindings(document: string, rules: unknown): Promise<Finding[]> {
  const linter = new spectralCore.Spectral();
  linter.setRuleset(new spectralCore.Ruleset(rules));
  const results = await linter.run(document);
  const { root, resolve } = openApi(JSON.parse(document) as Json);
  // The paths of Spectral go through references.
  const valueAt = (path: readonly (string | number)[]): unknown =>
    path.reduce<unknown>(
      (value, key) => (isObject(value) ? resolve(value)[key] : list(value)[Number(key)]),
      root,
    );
  return results
    .filter(({ severity }) => severity <= warning)
    .filter(({ path, message }) => !isMultiple(valueAt(path), message))
    .map(({ code, path, message }) => ({ rule: String(code), at: path.join('/'), message }));
}

/**
 * Spectral divides binary floats: it finds that -9.7 is no multiple of 0.1. JSON Schema means the decimal numbers (2020-12, section
 * 6.2.1).
 */
function isMultiple(value: unknown, message: string): boolean {
  const [, divisor] = /must be multiple of (\S+)$/.exec(message) ?? [];
  if (typeof value !== 'number' || divisor === undefined) return false;
  return validateRange(value, { multipleOf: divisor }) === undefined;
}
