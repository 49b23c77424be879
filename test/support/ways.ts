/** Rules that are about one way of naming versions. */
export const ways = [
  'C-181',
  ...Array.from({ length: 15 }, (_, index) => `C-${String(183 + index)}`),
];
