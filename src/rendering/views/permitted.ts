import type { ResourceModel } from '../../model/model.ts';

/** Whether somebody is granted a method, a transition or an action; reading permits lists as well. */
export function isPermitted({ access: { grants } }: ResourceModel, name: string): boolean {
  return grants === undefined || (grants[name] ?? []).length > 0;
}
