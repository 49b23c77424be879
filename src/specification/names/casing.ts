/** With a capital letter in front; all else stays as it is. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `shipping-label` → `ShippingLabel`. Takes kebab-case or camelCase. */
export function pascalCase(name: string): string {
  return words(name).map(capitalized).join('');
}

/** `shipping-label` → `shippingLabel`. Takes kebab-case or camelCase. */
export function camelCaseOf(name: string): string {
  const pascal = pascalCase(name);
  return pascal.charAt(0).toLowerCase() + pascal.slice(1);
}

/** `shipping-label` → `shipping_label`, `orderID` → `order_id`. Takes kebab-case or camelCase. */
export function snakeCase(name: string): string {
  return words(name).join('_');
}

/** `shippingLabel` and `Shipping label` → `shipping-label`; empty where no letter or digit is left. */
export function kebabCaseOf(name: string): string {
  return words(name)
    .join('-')
    .replace(/^[0-9-]+/, '');
}

/** `order-desk` → `Order Desk`. */
export function titleOf(name: string): string {
  return words(name).map(capitalized).join(' ');
}

/** By name: the names of a service are asked for again and again. */
const known = new Map<string, readonly string[]>();

/** The words of a name in lower case: a capital after a small letter or digit starts one, a run of capitals is one. */
export function words(name: string): readonly string[] {
  const found = known.get(name) ?? split(name);
  known.set(name, found);
  return found;
}

function split(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}
