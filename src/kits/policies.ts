import { atKey, atValue, type Issue } from '../specification/issue.ts';
import type { ResolvedSpecification } from '../specification/resolved.ts';
import type { Method } from '../specification/schema.ts';
import { dayAfter, daysBetween, lifetimesInOrder } from '../specification/versions/lifetime.ts';
import { shownKit, type Kit } from './kit.ts';
import type { PolicyHeader } from './schema.ts';

/** What the policies of a kit forbid of a specification that is right in all else. */
export function policyFindings(kit: Kit, resolved: ResolvedSpecification): Issue[] {
  return [
    ...noticeFindings(kit, resolved),
    ...kit.headers.flatMap((header) => headerFindings[header](resolved, by(kit, header))),
  ];
}

function by(kit: Kit, header: PolicyHeader): string {
  return `${shownKit(kit)} asks for the header ${header}`;
}

/** The support policy has a period of its own, which its exceptions set aside; that of a kit has none. */
function noticeFindings(kit: Kit, { versioning }: ResolvedSpecification): Issue[] {
  const { noticePeriod } = kit;
  if (noticePeriod === undefined) return [];
  return lifetimesInOrder(versioning.versions).flatMap(
    ([label, { announced = '', deprecated = '', sunset }]) => {
      const known = announced > deprecated ? announced : deprecated;
      if (sunset === undefined || known === '') return [];
      const days = daysBetween(known, sunset);
      if (days >= noticePeriod) return [];
      const message = `the sunset of version ${label} on ${sunset} is ${days} days after clients hear of it, and ${shownKit(kit)} gives them ${noticePeriod}; move it to ${dayAfter(known, noticePeriod)} or later`;
      const path = ['versioning', 'versions', label, 'sunset'];
      return [atValue(path, { code: 'kit-policy', message })];
    },
  );
}

type Finding = (resolved: ResolvedSpecification, by: string) => Issue[];

const headerFindings: Readonly<Record<PolicyHeader, Finding>> = {
  'X-RateLimit-Limit': ({ limits }, by) =>
    limits.fields.includes('legacy')
      ? []
      : [finding(['limits', 'fields'], `${by}: write limits.fields: [ietf, legacy]`)],
  'If-Match': (resolved, by) =>
    endpointsWith(resolved, ['replace', 'update', 'delete'])
      .filter(([, { preconditions }]) => preconditions !== 'required')
      .map(([name]) => {
        const path = ['endpoints', name, 'preconditions'];
        return finding(path, `${by}: write ${path.join('.')}: required`);
      }),
  'Idempotency-Key': (resolved, by) =>
    endpointsWith(resolved, ['create'])
      .filter(([, { idempotencyKey }]) => idempotencyKey !== 'required')
      .map(([name]) => {
        const path = ['endpoints', name, 'idempotencyKey'];
        return finding(path, `${by}: write ${path.join('.')}: required`);
      }),
};

function endpointsWith({ endpoints }: ResolvedSpecification, methods: readonly Method[]) {
  return Object.entries(endpoints).filter(([, endpoint]) =>
    methods.some((method) => endpoint.methods.includes(method)),
  );
}

function finding(path: readonly string[], message: string): Issue {
  return atKey(path, { code: 'kit-policy', message });
}
