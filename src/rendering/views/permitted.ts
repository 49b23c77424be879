import { isGranted } from '../../model/access.ts';
import type { ResourceModel } from '../../model/model.ts';

/** Whether anybody may call a method, a transition or an action of a resource. */
export function isPermitted({ access: { grants } }: ResourceModel, name: string): boolean {
  return isGranted(grants, name);
}
