import type { Split, Unit } from './types.ts';

/** Gives each unit its formatted text. Formatting moves nothing, so the units of both stand in the same order. */
export function zip(typed: Split, formatted: Split | undefined): Split {
  if (formatted === undefined || formatted.units.length !== typed.units.length) return typed;
  return {
    ...typed,
    formattedHead: formatted.head,
    formattedTail: formatted.tail,
    units: typed.units.map((unit, index) => zipUnit(unit, formatted.units[index])),
  };
}

function zipUnit(unit: Unit, formatted: Unit | undefined): Unit {
  if (formatted === undefined) return unit;
  return {
    ...unit,
    formatted: formatted.text,
    inner: () => {
      const inner = unit.inner();
      return inner === undefined ? undefined : zip(inner, formatted.inner());
    },
  };
}
