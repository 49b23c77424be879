/** `ShippingLabels` as people write it. */
export function inWords(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** `customerEmail` and `check-in` as a heading: `Customer email`, `Check in`. */
export function memberInWords(name: string): string {
  return inWords(name.charAt(0).toUpperCase() + name.slice(1)).replaceAll('-', ' ');
}
