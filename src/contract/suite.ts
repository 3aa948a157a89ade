import type {
  OutcomeLookUps,
  PaymentProcessor,
  ProcessorExtras,
} from '../application/ports/payment-processor.js';
import type { PaymentIntentId, RefundId, SetupIntentId } from '../domain/ids.js';
import type { Capabilities, Fault } from './capabilities.js';

/** The capabilities that a clause may need. */
export type CapabilityName = Exclude<keyof Capabilities<never>, 'close' | 'cards'>;

/** The capabilities, bound to the processor of the clause. */
export type Controls = {
  readonly completeChallenge: (intent: PaymentIntentId | SetupIntentId) => Promise<void>;
  readonly failChallenge: (intent: PaymentIntentId | SetupIntentId) => Promise<void>;
  readonly settleRefund: (refund: RefundId) => Promise<void>;
  readonly injectFault: (fault: Fault) => Promise<void>;
  readonly lookUps: () => OutcomeLookUps;
  readonly retrieveAccount: () => ProcessorExtras['retrieveAccount'];
};

/** The body of a clause. */
export type Clause = (processor: PaymentProcessor, controls: Controls) => Promise<void>;

/** The functions with which an area defines its clauses. */
export type Suite = {
  /** How `createCard` keeps cards. */
  readonly cards: 'sources' | 'payment_methods';
  readonly describe: (area: string, clauses: () => void) => void;
  readonly it: (clause: string, body: Clause) => void;
  /** Defines a clause that is skipped, by name, unless the processor has all these capabilities. */
  readonly itWith: (needs: ReadonlyArray<CapabilityName>, clause: string, body: Clause) => void;
};
