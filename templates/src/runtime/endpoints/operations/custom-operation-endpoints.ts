import type { SystemMembers } from '../../resources/members.ts';
import type { Behaviour } from '../../states/machine.ts';
import type { Store } from '../../storage/store.ts';
import type { Visibility, ResourceEndpoints } from './resource.ts';

/** One kind of resource that more can be done with than the methods of HTTP say: transitions and actions. */
export interface CustomOperationEndpoints<Draft extends object, Tables>
  extends ResourceEndpoints<Draft, Tables>, Behaviour {
  readonly table: ResourceEndpoints<Draft, Tables>['table'] & {
    readonly name: string;
    fromRow(row: object): Draft & SystemMembers;
  };
  /** By transition or action, and by input: what that refers to. */
  readonly inputTargets?: Readonly<
    Record<string, Readonly<Record<string, Pick<Store<never>, 'exists'> & Visibility>>>
  >;
}
