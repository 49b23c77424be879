import type { ResolvedDeprecation, ResolvedField } from '../../specification/index.ts';

/** What documents say of a deprecated feature, as sentences. */
export function deprecationText({ since, sunset, replacedBy }: ResolvedDeprecation): string {
  return [
    `Deprecated as of ${since}.`,
    ...(sunset === undefined ? [] : [`Do not rely on it from ${sunset} on.`]),
    ...(replacedBy === undefined ? [] : [`Use \`${replacedBy}\` instead.`]),
  ].join(' ');
}

/** The same of a field and of its values; empty where nothing of it is deprecated. */
export function fieldDeprecations(field: ResolvedField): string[] {
  const { deprecated, replacedBy } = field;
  const values = field.type === 'enum' ? Object.entries(field.deprecatedValues ?? {}) : [];
  return [
    ...(typeof deprecated === 'object' ? [deprecationText(deprecated)] : []),
    ...(replacedBy === undefined ? [] : [`Deprecated: use \`${replacedBy}\`.`]),
    ...values.map(([value, deprecation]) => `\`${value}\`: ${deprecationText(deprecation)}`),
  ];
}
