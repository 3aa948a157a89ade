import type { Plan } from '../plan/plan.js';
import type { Certificate } from './certificate.js';
import type { TortureProgress } from './torture-progress.js';

/** How a torture test is watched, ended and repeated. */
export type TortureWatch = {
  /** Is called when something has happened. */
  readonly onProgress?: (progress: TortureProgress) => void;
  /**
   * Ends everything that was started. Before a run has been judged `torture` rejects with its reason; later the result has what was
   * found until then, and `complete` is false.
   */
  readonly signal?: AbortSignal;
  /** Runs this plan, such as that of a replay file, in place of one that is drawn. It is not made smaller. */
  readonly replay?: Plan;
  /**
   * An earlier certificate: faults that did not hold there, or are not in it, are played first. If one of them breaks a rule, the
   * others are not played.
   */
  readonly since?: Certificate;
  /** The environment of the shop and of a driver program. Absent: the environment of this process. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
};
