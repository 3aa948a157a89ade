import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { toPaymentMethod, toSource } from '../cards/card-views.js';
import { readExpiry } from '../cards/read-card.js';
import type { Instrument } from '../cards/stored-card.js';
import type { ApiError } from '../errors.js';
import type { RequestContext } from '../kernel/request-context.js';
import { changedFields, deepFreeze, type JsonObject } from '../objects/json.js';
import type { Metadata } from '../objects/object.js';
import { mergeMetadata } from '../params/metadata.js';

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
