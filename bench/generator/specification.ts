/** A service of so many resources, each with five fields; with `isChanged` the first one has a sixth. */
export function specificationOf(resources: number, isChanged = false): string {
  const sections = Array.from({ length: resources }, (_, index) => [
    `  ${nameOf(index)}:`,
    '    fields:',
    '      title: { type: string, maxLength: 80, required: true }',
    '      count: { type: integer, minimum: 0, maximum: 1000 }',
    '      price: { type: decimal, precision: 10, scale: 2 }',
    '      madeAt: { type: date-time }',
    '      isOpen: { type: boolean, default: false }',
    ...(isChanged && index === 0 ? ['      note: { type: string, maxLength: 200 }'] : []),
  ]);
  return ['service: { name: measured }', 'resources:', ...sections.flat(), ''].join('\n');
}

/** Letters instead of digits, and an end that makes no plural of it. */
function nameOf(index: number): string {
  const letters = String(index).replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));
  return `part-${letters}k`;
}
