import type { Found } from '../change.ts';
import { memberOf, membersOf, type Part } from '../../../openapi/parts.ts';
import { namesOf, type Comparison, type Origin } from './comparison.ts';
import { found } from './found.ts';
import { compareItem } from './items.ts';
import { itemOf, operationsIn } from './path-item.ts';
import { compareServers, prefixOf } from './servers.ts';

interface Address {
  /** As it is written. */
  readonly template: string;
  readonly item: Part;
  readonly positions: ReadonlyMap<string, string>;
}

/** Servers, and paths by their templates: placeholders are the same where their positions are. */
export function comparePaths(comparison: Comparison): readonly Found[] {
  const [was, is, servers] = addressesOf(comparison);
  const changes = namesOf(was, is).flatMap((key): readonly Found[] => {
    const [one, other] = [was.get(key), is.get(key)];
    if (one === undefined) return other === undefined ? [] : [found('R01', placeOf(other))];
    if (other === undefined) return [removed(one, comparison.today)];
    const path = placeOf(other);
    const collection = is.get(key.replace(/\/\{\}$/, ''))?.item;
    const isNamedOtherwise =
      [...one.positions.keys()].join() !== [...other.positions.keys()].join();
    return [
      ...(isNamedOtherwise ? [found('R06', path, one.template, other.template)] : []),
      ...compareItem(
        {
          path,
          item: { was: one.item, is: other.item },
          positions: { was: one.positions, is: other.positions },
          side: 'request',
          ...(collection === undefined || collection === other.item ? {} : { collection }),
        },
        comparison,
      ),
    ];
  });
  return [...servers, ...changes];
}

function placeOf({ template }: Address): string {
  return `paths.${template}`;
}

function removed(address: Address, today: string): Found {
  const operations = operationsIn(address.item);
  const isPast = (operation: Part) => {
    const sunset = memberOf(operation, 'x-sunset')?.value;
    const isDeprecated = memberOf(operation, 'deprecated')?.value === true;
    return isDeprecated && typeof sunset === 'string' && sunset < today;
  };
  const isAnnounced = operations.length > 0 && operations.every(isPast);
  return found(isAnnounced ? 'R03' : 'R02', placeOf(address));
}

type Addresses = ReadonlyMap<string, Address>;

/**
 * The addresses of both. What is in front of all paths is a part of them where the documents then have more in common: a prefix went
 * from the servers to the paths, or back.
 */
function addressesOf(comparison: Comparison): [Addresses, Addresses, readonly Found[]] {
  const { was, is } = comparison;
  const [one, other] = [prefixOf(was.root), prefixOf(is.root)];
  const short = [readAddresses(was, ''), readAddresses(is, '')] as const;
  const hosts = (prefixes: readonly [string, string]) => compareServers(comparison, prefixes);
  if (one === other) return [...short, hosts(['', ''])];
  const long = [readAddresses(was, one), readAddresses(is, other)] as const;
  const shared = ([a, b]: readonly [Addresses, Addresses]) =>
    [...a.keys()].filter((key) => b.has(key)).length;
  if (shared(long) > shared(short)) return [...long, hosts([one, other])];
  return [
    ...short,
    [found('O12', 'servers.path', one || '/', other || '/'), ...hosts([one, other])],
  ];
}

function readAddresses(origin: Origin, prefix: string): Addresses {
  const addresses = new Map<string, Address>();
  for (const [template, part] of membersOf(memberOf(origin.root, 'paths'))) {
    if (template.startsWith('x-')) continue;
    const positions = new Map<string, string>();
    const key = template.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => {
      positions.set(name, String(positions.size + 1));
      return '{}';
    });
    const address = { template, item: itemOf(part, origin), positions };
    // Two templates that differ in the names of placeholders alone are not permitted, and met.
    const whole = `${prefix}${key}`;
    addresses.set(addresses.has(whole) ? `${prefix}${template}` : whole, address);
  }
  return addresses;
}
