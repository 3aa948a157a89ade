import type {
  CardDetails,
  OutcomeLookUps,
  PaymentProcessor,
  ProcessorChange,
  ProcessorExtras,
} from '../application/ports/payment-processor.js';
import type {
  ConfirmationTokenId,
  CustomerId,
  PaymentIntentId,
  PaymentMethodId,
  RefundId,
  SetupIntentId,
  TokenId,
} from '../domain/ids.js';
import type { ProcessorFeature } from '../domain/processor-feature.js';
import type {
  ContractControls,
  ContractFixtures,
  CustomerChoice,
  Fault,
  IdKind,
  ReplyWithOwnFields,
} from './contract-options.js';
import type { ProfileFacts } from './profile-facts.js';

/** How a payment is paid, by its outcome. */
export type InstrumentName = 'approved' | 'declined' | 'needsCustomer' | 'disputed';

/** A part of the options that a clause needs, by its path. */
export type Need =
  | `features.${ProcessorFeature}`
  | `fixtures.${keyof ContractFixtures<never>}`
  | `fixtures.ownFields.${ReplyWithOwnFields}`
  | `controls.${keyof ContractControls<never>}`
  | `extras.lookUps.${ProcessorChange}`
  | 'extras.retrieveAccount'
  | 'completeAction';

/** The options of the author, bound to the processor of the clause. */
export type Given = {
  readonly has: (feature: ProcessorFeature) => boolean;
  readonly currency: string;
  readonly amounts: readonly [number, ...Array<number>];
  readonly refusedAmounts: ReadonlyArray<number>;
  /** How most clauses pay: `approved` where there is such an instrument. */
  readonly usual: 'approved' | 'needsCustomer';
  readonly card: () => CardDetails;
  readonly unknown: (kind: IdKind) => string;
  readonly ownFields: (name: ReplyWithOwnFields) => ReadonlyArray<string>;
  readonly paymentMethod: (
    outcome: InstrumentName,
    customer: CustomerId | undefined,
  ) => Promise<PaymentMethodId | undefined>;
  readonly cardToken: () => Promise<TokenId>;
  readonly completeAction: (
    intent: PaymentIntentId | SetupIntentId,
    choice: CustomerChoice,
  ) => Promise<void>;
  readonly confirmationToken: (outcome: InstrumentName) => Promise<ConfirmationTokenId>;
  readonly injectFault: (fault: Fault) => Promise<void>;
  readonly settleRefund: (refund: RefundId) => Promise<void>;
  readonly bookPayments: () => Promise<void>;
  /** Returns the id of the payout. */
  readonly payOut: () => Promise<string>;
  readonly lookUps: OutcomeLookUps;
  readonly retrieveAccount: ProcessorExtras['retrieveAccount'];
  readonly livemode: ProcessorExtras['livemode'];
};

/** The processor of a clause, with what its author gave. Its replies are checked. */
export type Subject = PaymentProcessor & { readonly given: Given };

/** The body of a clause. */
export type Clause = (processor: Subject) => Promise<void>;

/** The functions with which an area defines its clauses. */
export type Suite = {
  readonly expected: ProfileFacts;
  readonly describe: (area: string, clauses: () => void) => void;
  readonly it: (clause: string, body: Clause) => void;
  /** Defines a clause that is left out, by name, unless the author gave all this. */
  readonly itWith: (needs: ReadonlyArray<Need>, clause: string, body: Clause) => void;
  /** The same functions, for clauses that also need this. */
  readonly needing: (...needs: ReadonlyArray<Need>) => Suite;
};

/** The clauses about one subject. */
export type Area = (suite: Suite) => void;
