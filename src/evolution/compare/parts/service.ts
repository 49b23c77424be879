import { harmless, finding, row } from '../row.ts';
import { ifChanged } from '../lists.ts';
import { notContract, type Part } from './part.ts';

const rows = {
  N01: harmless('description of the service changed'),
  N02: row('vendor changed', 'breaking', 'breaking', {
    lens: 'automatic',
    harm: 'Media types, event types and realms of authentication have the name of the vendor.',
  }),
  W14: row('host changed', 'breaking', 'breaking', {
    lens: 'automatic',
    harm: 'Clients call the address of before.',
  }),
} as const;
const found = finding(rows);

const texts = ['title', 'purpose', 'domain', 'contact', 'license'] as const;

/** What the service says of itself. */
export const service: Part = {
  title: 'The service',
  rows,
  compare: ({ service: was }, { service: is }) => [
    ...texts.flatMap((key) =>
      ifChanged(was[key], is[key], (before, after) =>
        found('N01', `service.${key}`, before, after),
      ),
    ),
    ...ifChanged(was.vendor, is.vendor, (before, after) =>
      found('N02', 'service.vendor', before, after),
    ),
    ...ifChanged(was.baseUrl, is.baseUrl, (before, after) =>
      // Without an address links lead to the host that was asked, whichever that is.
      before === undefined
        ? found('N01', 'service.baseUrl', before, after)
        : found('W14', 'service.baseUrl', before, after),
    ),
  ],
  keys: {
    service: notContract('a group of keys'),
    'service.name': notContract('it names the package, the directory and logs'),
    'service.title': ['N01'],
    'service.vendor': ['N02'],
    'service.purpose': ['N01'],
    'service.domain': ['N01'],
    'service.baseUrl': ['W14', 'N01'],
    'service.contact.**': ['N01'],
    'service.license': ['N01'],
    'service.kits.**': notContract('the values that a kit gives are compared under their own keys'),
  },
};
