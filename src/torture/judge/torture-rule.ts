import type { OrderFinding } from './finding.js';
import type { Ledgers } from './ledger.js';

/** A rule that the two ledgers must keep. */
export type TortureRule = {
  /** `charged_twice` */
  readonly name: string;
  /** `Charged twice` */
  readonly title: string;
  /** What went wrong and what it costs, in one or two sentences. */
  readonly explanation: string;
  /** What to do about it: a section of docs/torture.md, as a URL. */
  readonly link: string;
  readonly check: (ledgers: Ledgers) => ReadonlyArray<OrderFinding>;
};
