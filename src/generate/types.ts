import type { Answers, Question } from '../evolution/asking.ts';
import type { Change } from '../evolution/compare/index.ts';
import type { OpenStep } from '../evolution/draft/open-step.ts';
import type { Contracts } from '../evolution/index.ts';
import type { PlannedMigration } from '../migrations/plan-migration.ts';
import type { Plan, PlanOptions } from '../plan/index.ts';
import type { Formatter } from '../rendering/formatting-record.ts';
import type { Mistake, Reading, ResolvedSpecification } from '../specification/index.ts';

/** Where a service keeps its specification. */
export const specificationPath = 'service.yaml';

export interface PlanServiceInput {
  /** Text of the specification. */
  readonly text: string;
  /** Its name, for messages. */
  readonly file: string;
  /** What `readSpecification` says of the two, where it was asked already. */
  readonly reading?: Reading;
  readonly destination: string;
  /** What stood in the destination when the text was made of it; the plan replaces it if it still stands there. */
  readonly madeFrom?: string | undefined;
  /** What is promised to clients of older versions. Absent: read from the destination, or from beside the file of the specification. */
  readonly contracts?: Contracts;
  /** Does not ask whether steps explain all that differs: for tests that leave operations out on purpose. */
  readonly isLenient?: boolean;
  /**
   * Whether npm installs a Node of its own for the service. Decided once, when a service is new, by what the machine has;
   * afterwards the lock says it, so that every machine generates the same.
   */
  readonly pinNode?: boolean;
  readonly onProgress?: (done: number, all: number) => void;
  /** Absent: the one of this process. For tests of what a later one does. */
  readonly formatter?: Formatter;
  /** Changes of a released version that are accepted: identifiers of docs/changes.md, alone or followed by `@` and the path. */
  readonly acknowledge?: readonly string[];
  /** Decides which versions are released already. Absent: the time of the machine. */
  readonly now?: Date;
  /** To questions about older versions and about rows that are there, by their place. */
  readonly answers?: Answers;
  /** Writes what the step to the newest version does not say yet, as long as that is no released version. */
  readonly completesStep?: boolean;
  /** The service leaves the generator: nothing stays that speaks of a next generation, or serves one. */
  readonly isLast?: boolean;
  /** Takes the templates of kits, which become code of the service. */
  readonly trust?: boolean;
}

/** What a person decides about files: how conflicts end, and which of their files may go. */
export type Decisions = Pick<PlanOptions, 'resolutions' | 'drop'>;

export type PlannedService =
  | {
      readonly ok: true;
      readonly plan: Plan;
      /** The same plan with what a person decides about files that wait for it. Reads the directory again. */
      readonly replan: (decisions: Decisions) => Promise<Plan>;
      readonly specification: ResolvedSpecification;
      readonly nextCommands: readonly string[];
      /** Every question that was asked, all of them with an answer. */
      readonly asked: readonly Question[];
      /** What of the specification is not refused and still worth knowing. */
      readonly warnings: readonly Mistake[];
      /** Absent: the tables stay as they are, or the service is new. */
      readonly migration?: PlannedMigration;
      /** The step to the newest version, where it is made or completed. */
      readonly drafted?: OpenStep;
    }
  | Refused;

/** Why nothing can be generated. */
export interface Refused {
  readonly ok: false;
  readonly mistakes: readonly Mistake[];
  /** Changes of a released version that only wait for somebody to accept them; absent or empty where more is wrong. */
  readonly unacknowledged?: readonly Change[];
  /** Answers about existing rows that only a person can give. */
  readonly questions?: readonly Question[];
  /** The same with those that have an answer; others may follow from the answers. */
  readonly asked?: readonly Question[];
}
