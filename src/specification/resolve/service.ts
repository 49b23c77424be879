import { titleOf } from '../names/casing.ts';
import { defined } from '../plain.ts';
import type { ResolvedService } from '../resolved.ts';
import type { ServiceSection } from '../schema.ts';

/** The section `service` with every default filled in. */
export function resolveService(service: ServiceSection): ResolvedService {
  const { name, title = titleOf(name), vendor = name, purpose = '', domain = '' } = service;
  const baseUrl = service.baseUrl?.replace(/\/+$/, '');
  const { contact, license } = service;
  return { name, title, vendor, purpose, domain, ...defined({ baseUrl, contact, license }) };
}
