import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { billingDetailsOfCard, type CardParams } from '../cards/card-params.js';
import { readCard } from '../cards/read-card.js';
import type { ApiError } from '../errors.js';
import type { RequestContext } from '../kernel/request-context.js';
import { emptyBillingDetails } from '../objects/address.js';
import { findToken, type TokenCard } from './find-token.js';

/** The card that a token stands for, or that is written out. `param`: where it stood. */
export const cardOf = (
  call: RequestContext,
  given: string | CardParams,
  param: string,
): E.Either<ApiError, TokenCard> =>
  typeof given === 'string'
    ? findToken(call, given, param)
    : pipe(
        readCard(given, call.now, call.fingerprintOf),
        E.map((storedCard) => ({
          storedCard,
          billingDetails: billingDetailsOfCard(given, emptyBillingDetails),
          token: null,
        })),
      );
