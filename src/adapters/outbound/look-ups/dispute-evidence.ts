import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Evidence, PaymentProcessor } from '../../../application/ports/payment-processor.js';
import type { Dispute } from '../../../domain/objects/dispute.js';
import { searched } from '../../../domain/search-outcome.js';
import { hasField } from './has-field.js';
import type { OutcomeReads, Read } from './outcome-reads.js';

type Submission = Parameters<PaymentProcessor['submitDisputeEvidence']>[0];
type Closing = Parameters<PaymentProcessor['closeDispute']>[0];

// Texts that differ may have been replaced since, or were never kept.
const submitted =
  ({ retrieveDispute }: OutcomeReads) =>
  ({ dispute, evidence, submit }: Submission): Read<Evidence<Dispute>> =>
    pipe(
      retrieveDispute(dispute),
      TE.map((found) => {
        const isSubmitted = (found.evidence_details?.submission_count ?? 0) > 0;
        const isKept = Object.entries(evidence).length > 0 && hasField(found, 'evidence', evidence);
        return isKept && (isSubmitted || !submit)
          ? searched.found(E.right(found))
          : searched.uncertain;
      }),
    );

const accepted: ReadonlySet<string> = new Set(['lost', 'warning_closed']);

// The bank may have decided so at the same time. The outcome is the same.
const closed =
  ({ retrieveDispute }: OutcomeReads) =>
  ({ dispute }: Closing): Read<Evidence<Dispute>> =>
    pipe(
      retrieveDispute(dispute),
      TE.map((found) =>
        accepted.has(found.status) ? searched.found(E.right(found)) : searched.absent,
      ),
    );

/** Evidence that a dispute got its evidence, or was closed, by a call. */
export const disputeEvidence = { submitted, closed };
