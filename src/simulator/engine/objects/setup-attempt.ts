import type { ChargedMethodFields, ThreeDSecureDetails } from './charge.js';
import type { ErrorObject } from './error.js';
import type { CardChecks, SimulatedMethodType } from './payment-method.js';

/** The card of an attempt. */
export type SetupCardDetails = {
  readonly card: {
    readonly brand: string;
    readonly checks: CardChecks;
    readonly country: string;
    readonly exp_month: number;
    readonly exp_year: number;
    readonly fingerprint: string;
    readonly funding: string;
    readonly last4: string;
    readonly network: string;
    readonly three_d_secure: Omit<ThreeDSecureDetails, 'exemption_indicator'> | null;
    readonly wallet: null;
  };
  readonly type: 'card';
};

/** The payment method of an attempt that is not a card. */
export type SetupMethodDetails = {
  readonly bancontact?: NonNullable<ChargedMethodFields['bancontact']>;
  readonly card?: undefined;
  readonly ideal?: Omit<NonNullable<ChargedMethodFields['ideal']>, 'transaction_id'>;
  readonly sepa_debit?: Readonly<Record<never, never>>;
  readonly type: SimulatedMethodType;
};

/** The payment method of an attempt. */
export type SetupAttemptDetails = SetupCardDetails | SetupMethodDetails;

/** One confirmation of a setup intent, with its outcome. */
export type SetupAttemptObject = {
  readonly id: string;
  readonly object: 'setup_attempt';
  readonly application: null;
  readonly created: number;
  readonly customer: string | null;
  readonly customer_account: null;
  readonly flow_directions: null;
  readonly livemode: false;
  readonly on_behalf_of: null;
  readonly payment_method: string;
  readonly payment_method_details: SetupAttemptDetails;
  readonly setup_error: ErrorObject | null;
  readonly setup_intent: string;
  readonly status: 'abandoned' | 'failed' | 'requires_action' | 'succeeded';
  readonly usage: 'off_session';
};
