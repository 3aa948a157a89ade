import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Evidence, NewCheckoutSession } from '../../../application/ports/payment-processor.js';
import type { CheckoutSessionId } from '../../../domain/ids.js';
import type { CheckoutSession } from '../../../domain/objects/checkout-session.js';
import { totalOf } from '../../../domain/objects/line-items.js';
import { searched } from '../../../domain/search-outcome.js';
import type { OutcomeReads, Read } from './outcome-reads.js';
import { creationOf, keyOfOther, type SentChange } from './sent-change.js';

const total = (items: NewCheckoutSession['line_items']): number | null =>
  items === undefined ? null : totalOf(items);

const fits = (session: CheckoutSession, asked: NewCheckoutSession): boolean =>
  session.mode === asked.mode &&
  (session.amount_total ?? null) === total(asked.line_items) &&
  (session.client_reference_id ?? undefined) === asked.client_reference_id &&
  // The customer of a guest's session is made when the guest pays.
  (asked.customer === undefined || session.customer === asked.customer);

// No event tells of a new session: only its metadata does.
const created =
  (reads: OutcomeReads) =>
  (asked: NewCheckoutSession, sent: SentChange): Read<Evidence<CheckoutSession>> =>
    pipe(
      creationOf(reads, sent, {
        list: (page) =>
          reads.listCheckoutSessions({
            ...page,
            ...(asked.customer === undefined ? {} : { customer: asked.customer }),
          }),
        event: null,
        retrieve: reads.retrieveCheckoutSession,
      }),
      TE.map(
        searched.map((session) =>
          fits(session, asked) ? E.right(session) : E.left(keyOfOther(sent)),
        ),
      ),
    );

const expired =
  ({ retrieveCheckoutSession }: OutcomeReads) =>
  ({ session }: { readonly session: CheckoutSessionId }): Read<Evidence<CheckoutSession>> =>
    pipe(
      retrieveCheckoutSession(session),
      TE.map((found) =>
        found.status === 'expired' ? searched.found(E.right(found)) : searched.absent,
      ),
    );

/** Evidence that a checkout session was created, or expired, by a call. */
export const checkoutEvidence = { created, expired };
