import * as E from 'fp-ts/lib/Either.js';
import { type ApiError, invalidRequest } from '../errors.js';
import type { MandateData } from '../intents/params.js';
import { operation } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import { type Instrument, isCard } from '../methods/instrument.js';
import { methods } from '../methods/methods.js';
import { deepFreeze } from '../objects/json.js';
import type { CustomerAcceptance, MandateObject } from '../objects/mandate.js';
import { textParam } from '../params/primitives.js';
import { shape } from '../params/shape.js';
import { findRow } from '../store/find.js';

/** The agreement of a customer, as a confirmation brings it. */
export const acceptanceOf = (
  { clientIp, now }: Pick<RequestContext, 'clientIp' | 'now'>,
  { customer_acceptance: given }: MandateData,
): CustomerAcceptance => {
  const { accepted_at = now, type } = given;
  if (type === 'offline') return { accepted_at, offline: {}, type };
  const { ip_address = clientIp, user_agent = null } = given.online ?? {};
  return { accepted_at, online: { ip_address, user_agent }, type };
};

/** Makes a mandate. `single`: the payment for which alone it is; `null`: for all to come. */
export const makeMandate = (
  context: RequestContext,
  instrument: Pick<Instrument, 'id'>,
  acceptance: CustomerAcceptance,
  single: { readonly amount: number; readonly currency: string } | null,
): MandateObject => {
  const id = context.newId('mandate');
  const mandate: MandateObject = deepFreeze({
    id,
    object: 'mandate',
    customer_acceptance: acceptance,
    livemode: false,
    ...(single === null ? { multi_use: {} } : {}),
    payment_method: instrument.id,
    payment_method_details: {
      sepa_debit: {
        reference: context.fingerprintOf(id).toUpperCase(),
        url: `https://mandates.pasarela.invalid/${id}`,
      },
      type: 'sepa_debit',
    },
    ...(single === null ? {} : { single_use: single }),
    status: 'active',
    type: single === null ? 'multi_use' : 'single_use',
  } as const);
  context.state.mandates.put(mandate);
  return mandate;
};

/** Ends a mandate for one payment, which has been made. */
export const useMandate = (context: RequestContext, id: string | null): void => {
  const mandate = context.state.mandates.get(id ?? '');
  if (mandate?.type !== 'single_use' || mandate.status === 'inactive') return;
  const used = deepFreeze({ ...mandate, status: 'inactive' } as const);
  context.state.mandates.put(used);
  context.emit('mandate.updated', used, { status: 'active' });
};

/** The error of a confirmation without a mandate; quoted in Stripe's page about debits, with the intent and without a code. */
export const noMandate = (kind: 'PaymentIntent' | 'SetupIntent'): ApiError =>
  invalidRequest(
    `This ${kind} requires a mandate, but no existing mandate was found. Collect mandate acceptance from the customer and try again, providing acceptance data in the mandate_data parameter.`,
  );

/** The parameters of a confirmation that name a mandate, or make one. */
export type MandateParams = {
  readonly mandate?: string;
  readonly mandate_data?: MandateData | '';
};

/** The mandate of a confirmation, and the payment method that keeps it. `mandate`: `null` if the method needs none. */
type Agreed<I extends Instrument> = { readonly mandate: string | null; readonly instrument: I };

/**
 * The mandate under which a payment method is debited or set up: the named one, a new one, or the one that it has. `single`: the
 * payment for which alone a new one is; `null`: for all to come.
 */
export const agreeMandate = <I extends Instrument>(
  context: RequestContext,
  kind: 'PaymentIntent' | 'SetupIntent',
  instrument: I,
  { mandate: id, mandate_data: data }: MandateParams,
  single: { readonly amount: number; readonly currency: string } | null,
): E.Either<ApiError, Agreed<I>> => {
  if (isCard(instrument) || !methods[instrument.face.type].mandate) {
    return E.right({ mandate: null, instrument });
  }
  const { mandates } = context.state;
  if (id !== undefined) {
    const known = mandates.get(id);
    // https://docs.stripe.com/error-codes#payment-intent-mandate-invalid
    return known?.status === 'active' && known.payment_method === instrument.id
      ? E.right({ mandate: id, instrument })
      : E.left(
          invalidRequest(
            'The provided mandate is invalid and can not be used for the payment intent.',
            { code: 'payment_intent_mandate_invalid', param: 'mandate' },
          ),
        );
  }
  if (data !== undefined && data !== '') {
    const mandate = makeMandate(context, instrument, acceptanceOf(context, data), single);
    if (single !== null) return E.right({ mandate: mandate.id, instrument });
    const keeping = deepFreeze({ ...instrument, mandate: mandate.id });
    context.state.instruments.put(keeping);
    return E.right({ mandate: mandate.id, instrument: keeping });
  }
  const kept = mandates.get(instrument.mandate ?? '');
  return kept?.status === 'active'
    ? E.right({ mandate: kept.id, instrument })
    : E.left(noMandate(kind));
};

export const retrieveMandate = operation({
  name: 'retrieveMandate',
  method: 'GET',
  path: '/v1/mandates/:mandate',
  returns: 'mandate',
  params: shape({ mandate: textParam }),
  run:
    ({ state }) =>
    ({ mandate }) =>
      findRow(state.mandates, 'mandate', mandate, 'id'),
});
