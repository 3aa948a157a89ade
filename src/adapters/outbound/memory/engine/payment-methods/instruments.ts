import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { toCardObject, toPaymentMethod, toSource } from '../cards/card-views.js';
import { refuseCard } from '../cards/declines.js';
import { magicPaymentMethods } from '../cards/magic-ids.js';
import { readExpiry } from '../cards/read-card.js';
import {
  behaviourOf,
  type Instrument,
  newInstrument,
  type StoredCard,
  storedTestCard,
} from '../cards/stored-card.js';
import { type ApiError, invalidRequest, noSuch } from '../errors.js';
import type { RequestContext } from '../kernel/request-context.js';
import { changedFields, deepFreeze, type JsonObject } from '../objects/json.js';
import type { Metadata } from '../objects/object.js';
import type { PaymentIntentObject } from '../objects/payment-intent.js';
import { mergeMetadata } from '../params/metadata.js';

/** The instrument, unless it is a card that was removed. `param`: where the id stood, `id` for the path. */
export const findInstrument = (
  call: RequestContext,
  id: string,
  param = 'id',
): E.Either<ApiError, Instrument> => {
  const instrument = call.state.instruments.get(id);
  return instrument === undefined || (instrument.kind === 'card' && instrument.detached)
    ? E.left(noSuch('payment_method', id, param))
    : E.right(instrument);
};

/** An instrument; a fresh one stands for a magic id, and has neither an id of its own nor a place yet. */
type FoundPaymentMethod = { readonly instrument: Instrument; readonly fresh: boolean };

/** The instrument with this id, or a fresh one for a magic id. `param`: where the id stood, `id` for the path. */
export const findPaymentMethod = (
  call: RequestContext,
  id: string,
  param = 'id',
): E.Either<ApiError, FoundPaymentMethod> => {
  const magic = magicPaymentMethods.get(id);
  if (magic !== undefined) {
    const instrument = newInstrument({
      id,
      kind: 'payment_method',
      storedCard: storedTestCard(magic, call.now, call.fingerprintOf),
      created: call.now,
      customer: null,
    });
    return E.right({ instrument, fresh: true });
  }
  return pipe(
    findInstrument(call, id, param),
    E.map((instrument) => ({ instrument, fresh: false })),
  );
};

/** The bank's refusal when a card is attached to a customer, if it refuses. */
export const attachProblem = (storedCard: StoredCard): E.Either<ApiError, null> => {
  const { attach } = behaviourOf(storedCard);
  return attach === null ? E.right(null) : refuseCard(attach);
};

/** A detached payment method is of no more use. */
export const detachedError = (id: string): ApiError =>
  invalidRequest(
    `The payment method ${id} was detached from a Customer, and may not be used again.`,
    { param: 'payment_method' },
  );

const ownedProblem = (
  instrument: Instrument,
  customer: string | null,
): E.Either<ApiError, null> => {
  if (instrument.detached) return E.left(detachedError(instrument.id));
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
 * A payment method that a customer can be given: it is nobody else's, and its bank agrees. `customer`: `null` for one
 * that is yet to be. `param`: where the id stood, `id` for the path.
 */
export const findAttachable = (
  call: RequestContext,
  id: string,
  customer: string | null,
  param = 'id',
): E.Either<ApiError, FoundPaymentMethod> =>
  pipe(
    findPaymentMethod(call, id, param),
    E.tap(({ instrument }) => ownedProblem(instrument, customer)),
    E.tap(({ instrument }) => attachProblem(instrument.storedCard)),
  );

/** The instrument that was found. A fresh one gets its id, and its place among the others. */
export const keepPaymentMethod = (
  call: RequestContext,
  { instrument, fresh }: FoundPaymentMethod,
): Instrument => {
  if (!fresh) return instrument;
  const kept = deepFreeze({ ...instrument, id: call.newId('pm') });
  call.state.instruments.put(kept);
  return kept;
};

/** Gives an instrument to a customer. */
export const attachInstrument = (
  call: RequestContext,
  instrument: Instrument,
  customer: string,
): Instrument => {
  if (instrument.customer === customer) return instrument;
  const attached = deepFreeze({ ...instrument, customer, checked: true });
  call.state.instruments.put(attached);
  call.emit('payment_method.attached', toPaymentMethod(attached));
  return attached;
};

/**
 * Takes an instrument from its customer: a card is gone for its merchant, a payment method stays but
 * cannot be used any more. Refunds of its charges still go by what it was.
 */
export const detachInstrument = (call: RequestContext, instrument: Instrument): void => {
  const detached = deepFreeze({ ...instrument, customer: null, detached: true });
  call.state.instruments.put(detached);
  if (instrument.kind === 'card') {
    call.emit('customer.source.deleted', toCardObject(instrument));
    return;
  }
  call.emit(
    'payment_method.detached',
    toPaymentMethod(detached),
    changedFields(toPaymentMethod(instrument), toPaymentMethod(detached)),
  );
};

type Expiry = { readonly exp_month?: number; readonly exp_year?: number };

const withExpiry = (
  { storedCard }: Instrument,
  given: Expiry,
  now: number,
): E.Either<ApiError, Instrument['storedCard']> => {
  const { exp_month = storedCard.expMonth, exp_year = storedCard.expYear } = given;
  return exp_month === storedCard.expMonth && exp_year === storedCard.expYear
    ? E.right(storedCard)
    : pipe(
        readExpiry({ exp_month, exp_year }, now),
        E.map((expiry) => ({ ...storedCard, ...expiry })),
      );
};

const save = (call: RequestContext, before: Instrument, after: Instrument): Instrument => {
  const isCard = before.kind === 'card';
  const show: (instrument: Instrument) => JsonObject = isCard ? toSource : toPaymentMethod;
  const shown = show(after);
  const changed = changedFields(show(before), shown);
  if (Object.keys(changed).length === 0) return before;
  call.state.instruments.put(deepFreeze(after));
  call.emit(isCard ? 'customer.source.updated' : 'payment_method.updated', shown, changed);
  return after;
};

/** An instrument with what a caller says of it; what is not named stays. Where nothing changes, nothing happens. */
export const changeInstrument = (
  call: RequestContext,
  before: Instrument,
  change: Partial<Pick<Instrument, 'billingDetails' | 'allowRedisplay'>> & {
    readonly expiry?: Expiry | undefined;
    readonly metadata?: Metadata | '' | undefined;
  },
): E.Either<ApiError, Instrument> => {
  const { expiry = {}, metadata: notes, ...rest } = change;
  return pipe(
    withExpiry(before, expiry, call.now),
    E.bindTo('storedCard'),
    E.bind('metadata', () => mergeMetadata(before.metadata, notes)),
    E.map(({ storedCard, metadata }) =>
      save(call, before, { ...before, ...rest, storedCard, metadata }),
    ),
  );
};

/** A payment that sets up its card for later: the card becomes the customer's, and needs no further challenge. */
export const setUpInstrument = (
  call: RequestContext,
  instrument: Instrument,
  { setup_future_usage, customer, payment_method_options: { card } }: PaymentIntentObject,
): void => {
  const usage = card.setup_future_usage ?? setup_future_usage;
  if (usage === null || usage === 'none') return;
  const owned = customer === null ? instrument : attachInstrument(call, instrument, customer);
  if (usage === 'off_session' && !owned.setUp) {
    call.state.instruments.put(deepFreeze({ ...owned, setUp: true }));
  }
};
