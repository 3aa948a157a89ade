import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Metadata } from '../../../domain/objects/metadata.js';
import type { SetupFutureUsage } from '../../../domain/objects/payment-intent.js';
import { toCardObject } from '../cards/card-views.js';
import { refuseCard } from '../cards/declines.js';
import { magicPaymentMethods } from '../cards/magic-ids.js';
import { readExpiry } from '../cards/read-card.js';
import {
  behaviourOf,
  preferringNetwork,
  type StoredCard,
  storedTestCard,
} from '../cards/stored-card.js';
import { type ApiError, invalidRequest, noSuch } from '../errors.js';
import type { RequestContext } from '../kernel/request-context.js';
import { saveUpdate } from '../kernel/save-update.js';
import { type Instrument, isCard, newInstrument } from '../methods/instrument.js';
import { methods } from '../methods/methods.js';
import { toPaymentMethod, toSource } from '../methods/payment-method-view.js';
import { debitedAccount } from '../methods/sepa-debit.js';
import { ibanCases, ibanOf } from '../methods/test-ibans.js';
import { changedFields, deepFreeze } from '../objects/json.js';
import { mergeMetadata } from '../params/metadata.js';

/** The instrument, unless it is a deleted card. `param`: the parameter that holds the id, `id` for the path. */
export const findInstrument = (
  context: RequestContext,
  id: string,
  param = 'id',
): E.Either<ApiError, Instrument> => {
  const instrument = context.state.instruments.get(id);
  return instrument === undefined || (instrument.kind === 'card' && instrument.detached)
    ? E.left(noSuch('PaymentMethod', id, param))
    : E.right(instrument);
};

/** An instrument. A fresh one was made for a magic id; it is not stored and has no id yet. */
type FoundPaymentMethod = { readonly instrument: Instrument; readonly fresh: boolean };

// https://docs.stripe.com/payments/sepa-debit/accept-a-payment#test-ibans: pm_success_at; other pages: pm_sepaDebit_success_at
const magicIban = (id: string): string | null => {
  const found = /^pm_(?:sepaDebit_)?(?<name>[A-Za-z]+)_(?<country>[a-z]{2})$/.exec(id)?.groups;
  const name = ibanCases.find((one) => one === found?.['name']);
  return name === undefined
    ? null
    : (ibanOf(found?.['country']?.toUpperCase() ?? '', name) ?? null);
};

/** The instrument with this id, or a fresh one for a magic id. */
export const findPaymentMethod = (
  context: RequestContext,
  id: string,
  param = 'id',
): E.Either<ApiError, FoundPaymentMethod> => {
  const magic = magicPaymentMethods.get(id);
  if (magic !== undefined) {
    const instrument = newInstrument({
      id,
      kind: 'payment_method',
      face: storedTestCard(magic, context.now, context.fingerprintOf),
      created: context.now,
      customer: null,
    });
    return E.right({ instrument, fresh: true });
  }
  const iban = magicIban(id);
  if (iban !== null) {
    const values = debitedAccount(iban, context.fingerprintOf);
    const instrument = newInstrument({
      id,
      kind: 'payment_method',
      face: { type: 'sepa_debit', values },
      created: context.now,
      customer: null,
    });
    return E.right({ instrument, fresh: true });
  }
  const found = findInstrument(context, id, param);
  return E.isLeft(found) ? found : E.right({ instrument: found.right, fresh: false });
};

/** Refuses a card whose bank does not allow it to be attached to a customer. */
export const refuseAttachment = (storedCard: StoredCard): E.Either<ApiError, null> => {
  const { attach } = behaviourOf(storedCard);
  return attach === null ? E.right(null) : refuseCard(attach);
};

/** Why a payment method that was detached, or charged without a customer, cannot be charged or set up. */
export const usedUpError = invalidRequest(
  'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
);

const notAttachable = invalidRequest(
  'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.',
);

// https://github.com/craftcms/commerce-stripe/issues/298
const refuseType = (instrument: Instrument): E.Either<ApiError, null> =>
  isCard(instrument) || methods[instrument.face.type].setUp === 'itself'
    ? E.right(null)
    : E.left(
        invalidRequest(
          `PaymentMethods of type '${instrument.face.type}' cannot be saved to customers.`,
          { param: 'payment_method' },
        ),
      );

const refuseOwned = (instrument: Instrument, customer: string | null): E.Either<ApiError, null> => {
  if (instrument.detached) return E.left(notAttachable);
  return instrument.customer === null || instrument.customer === customer
    ? E.right(null)
    : E.left(
        invalidRequest('The payment method you provided has already been attached to a customer.', {
          code: 'payment_method_already_attached',
          param: 'payment_method',
        }),
      );
};

/**
 * A payment method that can be attached to the customer: it belongs to no other, and its bank allows it. `customer`:
 * `null` for a customer that is about to be created.
 */
export const findAttachable = (
  context: RequestContext,
  id: string,
  customer: string | null,
  param = 'id',
): E.Either<ApiError, FoundPaymentMethod> =>
  pipe(
    findPaymentMethod(context, id, param),
    E.tap(({ instrument }) => refuseOwned(instrument, customer)),
    E.tap(({ instrument }) => refuseType(instrument)),
    E.tap(({ instrument }) =>
      isCard(instrument) ? refuseAttachment(instrument.face) : E.right(null),
    ),
  );

/** The found instrument; a fresh one gets its id and is stored. */
export const storePaymentMethod = (
  context: RequestContext,
  { instrument, fresh }: FoundPaymentMethod,
): Instrument => {
  if (!fresh) return instrument;
  const stored = deepFreeze({ ...instrument, id: context.newId('pm') });
  context.state.instruments.put(stored);
  return stored;
};

/** Attaches an instrument to a customer. */
export const attachInstrument = (
  context: RequestContext,
  instrument: Instrument,
  customer: string,
): Instrument => {
  if (instrument.customer === customer) return instrument;
  const attached = deepFreeze({ ...instrument, customer, checked: true });
  context.state.instruments.put(attached);
  context.emit('payment_method.attached', toPaymentMethod(attached));
  return attached;
};

/**
 * Detaches an instrument from its customer: a card can no longer be retrieved, a payment method can, but not used. The row
 * stays, because refunds of its charges depend on its card.
 */
export const detachInstrument = (context: RequestContext, instrument: Instrument): void => {
  const detached = deepFreeze({ ...instrument, customer: null, detached: true });
  context.state.instruments.put(detached);
  if (instrument.kind === 'card') {
    context.emit('customer.source.deleted', toCardObject(instrument));
    return;
  }
  context.emit(
    'payment_method.detached',
    toPaymentMethod(detached),
    changedFields(toPaymentMethod(instrument), toPaymentMethod(detached)),
  );
};

type CardChange = {
  readonly exp_month?: number;
  readonly exp_year?: number;
  readonly networks?: { readonly preferred?: string };
};

const changeCard = (
  storedCard: StoredCard,
  given: CardChange,
  now: number,
): E.Either<ApiError, StoredCard> => {
  const { exp_month = storedCard.expMonth, exp_year = storedCard.expYear, networks } = given;
  const changed = preferringNetwork(storedCard, networks?.preferred);
  return exp_month === storedCard.expMonth && exp_year === storedCard.expYear
    ? E.right(changed)
    : pipe(
        readExpiry({ exp_month, exp_year }, now),
        E.map((expiry) => ({ ...changed, ...expiry })),
      );
};

/** Changes the given fields of an instrument. Does nothing if none changes. */
export const changeInstrument = (
  context: RequestContext,
  before: Instrument,
  change: Partial<Pick<Instrument, 'billingDetails' | 'allowRedisplay'>> & {
    readonly card?: CardChange | undefined;
    readonly metadata?: Metadata | '' | undefined;
  },
): E.Either<ApiError, Instrument> => {
  const { card = {}, metadata: notes, ...rest } = change;
  return pipe(
    mergeMetadata(before.metadata, notes),
    E.bindTo('metadata'),
    E.bind(
      'after',
      ({ metadata }): E.Either<ApiError, Instrument> =>
        isCard(before)
          ? pipe(
              changeCard(before.face, card, context.now),
              E.map((face) => ({ ...before, ...rest, metadata, face })),
            )
          : E.right({ ...before, ...rest, metadata }),
    ),
    E.map(({ after }) =>
      before.kind === 'card' && after.kind === 'card'
        ? saveUpdate(
            context,
            context.state.instruments,
            'customer.source.updated',
            before,
            after,
            toSource,
          )
        : saveUpdate(
            context,
            context.state.instruments,
            'payment_method.updated',
            before,
            after,
            toPaymentMethod,
          ),
    ),
  );
};

/** Uses up a payment method that is charged and belongs to no customer: it can never be used again. */
export const useUpInstrument = (context: RequestContext, instrument: Instrument): void => {
  if (instrument.customer === null) {
    context.state.instruments.put(deepFreeze({ ...instrument, checked: true, detached: true }));
  }
};

/**
 * Sets up an instrument for later payments: attaches it to the customer, if there is one. `off_session`: it needs no further
 * challenge.
 */
export const setUpInstrument = (
  context: RequestContext,
  instrument: Instrument,
  { customer, usage }: { readonly customer: string | null; readonly usage: SetupFutureUsage },
): void => {
  const owned =
    customer === null || instrument.customer !== null
      ? instrument
      : attachInstrument(context, instrument, customer);
  const setUp = owned.setUp || usage === 'off_session';
  if (owned.setUp !== setUp || !owned.checked) {
    context.state.instruments.put(deepFreeze({ ...owned, checked: true, setUp }));
  }
};
