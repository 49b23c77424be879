/**
 * A number in JSON as a decimal with a scale, rounded half away from zero as PostgreSQL does it.
 *
 * @param exact `exact` refuses what would have to be rounded
 * @returns undefined where it does not fit
 */
export function roundDecimal(
  text: string,
  [precision, scale]: readonly [precision: number, scale: number],
  exact?: 'exact',
): string | undefined {
  const [, sign = '', whole = '0', fraction = '', exponent = '0'] =
    /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const power = scale + Number(exponent) - fraction.length;
  const digits = BigInt(whole + fraction);
  const divisor = power < 0 ? 10n ** BigInt(-power) : 1n;
  const units =
    power < 0 ? (2n * digits + divisor) / (2n * divisor) : digits * 10n ** BigInt(power);
  if (exact && power < 0 && digits % divisor !== 0n) return undefined;
  if (units >= 10n ** BigInt(precision)) return undefined;
  const padded = units.toString().padStart(scale + 1, '0');
  const point = padded.length - scale;
  const minus = sign === '-' && units !== 0n ? '-' : '';
  return `${minus}${padded.slice(0, point)}${scale === 0 ? '' : '.'}${padded.slice(point)}`;
}
