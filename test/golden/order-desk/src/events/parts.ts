import type { Mechanism } from '../runtime/authentication/mechanism.ts';
import type { Application } from '../runtime/service/application.ts';
import type { Environment } from '../environment.ts';

/** What events are made with. */
export interface EventParts extends Environment {
  readonly application: Application;
  readonly newId: () => string;
  readonly mechanisms: readonly Mechanism[];
  /** Called when a task has something to do. */
  readonly wake: () => void;
}
