import type { Decline } from '../errors.js';
import type { BillingDetails } from '../objects/address.js';
import type { ChargedMethodFields } from '../objects/charge.js';
import type { JsonObject } from '../objects/json.js';
import type { IntentOptions } from '../objects/payment-intent.js';
import type { MethodFields, SimulatedMethodType } from '../objects/payment-method.js';
import type { Param } from '../params/param.js';
import type { Params } from '../params/shape.js';

/** The customer's inputs by the names of the parameters, and the part of them that is kept. */
export type MethodValues = { readonly [name: string]: string | undefined };

/** A kept value as objects show it. */
export const orNull = (value: string | undefined): string | null => value ?? null;

/** A payment method that is not a card, as the store keeps it. */
export type StoredMethod = { readonly type: SimulatedMethodType; readonly values: MethodValues };

/** How a payment with a test value goes. */
export type MethodBehaviour = {
  /** Why the payment fails; `null`: it succeeds. */
  readonly decline: Decline | null;
  /** How long a delayed payment stays in `processing`, in seconds. */
  readonly secondsInProcessing: number;
  /** How every payment is disputed as soon as it has succeeded. */
  readonly dispute: 'fraudulent' | null;
  /** The end of a wait for the customer who does not decide before, in seconds; absent: they may wait for ever. */
  readonly approval?: { readonly seconds: number; readonly outcome: 'approved' | 'expired' };
};

/** A charge of a method. */
type ChargedMethod = {
  readonly billing: BillingDetails;
  /** The mandate under which it was made; `null`: none. */
  readonly mandate: string | null;
  /** When the customer's bank has approved, Unix seconds; `null`: not yet. */
  readonly paidAt: number | null;
  /** The direct debit as which it was saved, and its mandate; absent: it was not. */
  readonly generated?: { readonly method: string; readonly mandate: string } | undefined;
};

/** Everything that a type of payment methods does differently from others. */
export type SimulatedMethod = {
  /** The name that customers know. */
  readonly name: string;
  /** Its own parameters, in `payment_method_data[type]`. */
  readonly params: Params<MethodValues>;
  /** Billing details without which no payment method is created. */
  readonly needs: ReadonlyArray<'email' | 'name' | 'phone'>;
  /** The part of the parameters that is kept. `fingerprintOf`: a keyed hash, in place of numbers that are not kept. */
  readonly keep: (given: MethodValues, fingerprintOf: (text: string) => string) => MethodValues;
  /** The parameters as an idempotency key remembers them: without numbers of accounts. */
  readonly redact: (given: MethodValues) => JsonObject;
  /** Fields of the payment method. */
  readonly shown: (values: MethodValues, billing: BillingDetails) => MethodFields;
  /** Fields of a charge's `payment_method_details`. */
  readonly charged: (values: MethodValues, charge: ChargedMethod) => ChargedMethodFields;
  /** Its own options in `payment_method_options[type]`, besides `setup_future_usage`. An empty text: not given. */
  readonly options: { readonly [name: string]: Param<string> };
  /** Its part of the `payment_method_options` of an intent. */
  readonly plainOptions: IntentOptions;
  /** In lower case; `null`: every currency. */
  readonly currencies: ReadonlyArray<string> | null;
  /** The least and the most that can be paid, minor units; absent: as every payment. */
  readonly amounts?: { readonly least: number; readonly most: number };
  /**
   * How the customer approves: on another page; in an app, while the shop's page waits; not at all, and the bank answers
   * days later; or not at all, and the bank answers at once.
   */
  readonly confirmation: 'redirect' | 'app' | 'delayed' | 'at_once';
  /** Whether the customer must agree to a mandate before it is debited. */
  readonly mandate: boolean;
  /** How it is saved for later payments: itself, as a direct debit from the account of a test IBAN, or not. */
  readonly setUp: 'itself' | { readonly asDebitOf: string } | 'no';
  readonly manualCapture: boolean;
  /** How long an authorization can be captured, seconds; absent: it has no manual capture. */
  readonly secondsToCapture?: number;
  /** When a refund has reached the customer; seconds: so much later. */
  readonly refunds: 'at_once' | 'later' | { readonly seconds: number };
  readonly behaviour: (values: MethodValues, billing: BillingDetails) => MethodBehaviour;
};
