import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import owasp from '@stoplight/spectral-owasp-ruleset';
import spectralRulesets from '@stoplight/spectral-rulesets';

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
  return results
    .filter(({ severity }) => severity <= warning)
    .map(({ code, path, message }) => ({ rule: String(code), at: path.join('/'), message }));
}
