import type { RequestContext } from '../kernel/request-context.js';
import {
  type Instrument,
  isCard,
  type MethodInstrument,
  newInstrument,
} from '../methods/instrument.js';
import { methods } from '../methods/methods.js';
import { toPaymentMethod } from '../methods/payment-method-view.js';
import { debitedAccount } from '../methods/sepa-debit.js';
import { deepFreeze } from '../objects/json.js';
import { acceptanceOf, type MandateParams, makeMandate } from './mandate.js';

/** The test IBAN from which a method is debited once it is saved; `null`: it is not saved so. */
const debitIban = (instrument: Instrument): string | null => {
  if (isCard(instrument)) return null;
  const { setUp } = methods[instrument.face.type];
  return typeof setUp === 'object' ? setUp.asDebitOf : null;
};

/** Whether a method is saved as a direct debit from the same account. */
export const becomesDebit = (instrument: Instrument): instrument is MethodInstrument =>
  debitIban(instrument) !== null;

/** A direct debit that another method has made. */
export type GeneratedDebit = { readonly method: string; readonly mandate: string };

/** Makes the direct debit as which a method is saved, with its mandate. It belongs to nobody yet. */
export const generateDebit = (
  context: RequestContext,
  instrument: MethodInstrument,
): GeneratedDebit => {
  const iban = debitIban(instrument) ?? '';
  const id = context.newId('pm');
  const debit = newInstrument({
    id,
    kind: 'payment_method',
    face: { type: 'sepa_debit', values: debitedAccount(iban, context.fingerprintOf) },
    created: context.now,
    customer: null,
    billingDetails: instrument.billingDetails,
  });
  const acceptance = instrument.acceptance ?? {
    accepted_at: context.now,
    online: { ip_address: context.clientIp, user_agent: null },
    type: 'online',
  };
  const mandate = makeMandate(context, debit, acceptance, null);
  context.state.instruments.put(deepFreeze({ ...debit, mandate: mandate.id, setUp: true }));
  return { method: id, mandate: mandate.id };
};

/** Gives a generated debit to the customer. `from`: the charge or the attempt that has made it. */
export const keepGeneratedDebit = (
  { state, emit }: RequestContext,
  { method }: GeneratedDebit,
  customer: string | null,
  from: { readonly charge: string } | { readonly setup_attempt: string },
): void => {
  const debit = state.instruments.get(method);
  if (debit === undefined || isCard(debit)) return;
  const { face } = debit;
  const kept = deepFreeze({
    ...debit,
    face: { ...face, values: { ...face.values, ...from } },
    customer,
    checked: true,
  });
  state.instruments.put(kept);
  if (customer !== null) emit('payment_method.attached', toPaymentMethod(kept));
};

/** The method with the agreement that a confirmation brings, or that it has already; `null`: there is none. */
export const acceptDebit = (
  context: RequestContext,
  instrument: MethodInstrument,
  { mandate_data: data = '' }: MandateParams,
): MethodInstrument | null => {
  if (data === '') return instrument.acceptance === undefined ? null : instrument;
  const accepting = deepFreeze({ ...instrument, acceptance: acceptanceOf(context, data) });
  context.state.instruments.put(accepting);
  return accepting;
};
