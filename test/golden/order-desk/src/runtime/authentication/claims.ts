type Claims = Readonly<Record<string, unknown>>;

/** A claim of that very name, or a member of one: `realm_access.roles`. */
export function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split('.')
    .reduce<unknown>(
      (value, member) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, member)
          ? (value as Claims)[member]
          : undefined,
      claims,
    );
}
