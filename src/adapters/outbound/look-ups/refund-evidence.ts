import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Evidence, NewRefund } from '../../../application/ports/payment-processor.js';
import type { Refund } from '../../../domain/objects/refund.js';
import { searched } from '../../../domain/search-outcome.js';
import type { OutcomeReads, Read } from './outcome-reads.js';
import { creationOf, keyOfOther, type SentChange } from './sent-change.js';

const fits = ({ charge, amount }: Refund, asked: NewRefund): boolean =>
  charge === asked.charge && (asked.amount === undefined || amount === asked.amount);

const created =
  (reads: OutcomeReads) =>
  (asked: NewRefund, sent: SentChange): Read<Evidence<Refund>> =>
    pipe(
      creationOf(reads, sent, {
        list: (page) => reads.listRefunds({ ...page, charge: asked.charge }),
        event: 'refund.created',
        retrieve: reads.retrieveRefund,
      }),
      TE.map(
        searched.map((refund) =>
          fits(refund, asked) ? E.right(refund) : E.left(keyOfOther(sent)),
        ),
      ),
    );

/** Evidence that a refund was created by a call. */
export const refundEvidence = { created };
