import * as R from 'fp-ts/lib/Record.js';
import type { SimulatedMethodType } from '../objects/payment-method.js';
import { bancontact } from './bancontact.js';
import { bizum } from './bizum.js';
import { ideal } from './ideal.js';
import type { MethodInstrument } from './instrument.js';
import { klarna } from './klarna.js';
import { link } from './link.js';
import type { MethodBehaviour, SimulatedMethod } from './method.js';
import { paypal } from './paypal.js';
import { sepaDebit } from './sepa-debit.js';

/** The types of payment methods, besides cards, that are simulated. */
export const methods: { readonly [T in SimulatedMethodType]: SimulatedMethod } = {
  bancontact,
  bizum,
  ideal,
  klarna,
  link,
  paypal,
  sepa_debit: sepaDebit,
};

/** A value of each simulated method, by its type. */
export const ofEachMethod = <A>(
  valueOf: (method: SimulatedMethod) => A,
): { readonly [T in SimulatedMethodType]: A } => R.map(valueOf)(methods);

/** Whether a type of payment methods is simulated, and is not a card. */
export const isSimulatedMethod = (type: string): type is SimulatedMethodType =>
  Object.hasOwn(methods, type);

/** How a payment with this payment method goes. */
export const behaviourOfMethod = ({
  face: { type, values },
  billingDetails,
}: Pick<MethodInstrument, 'billingDetails' | 'face'>): MethodBehaviour =>
  methods[type].behaviour(values, billingDetails);
