import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { DisputeId } from '../../domain/ids.js';
import { type InputOf, input } from '../../domain/input/input.js';
import { knownFields } from '../../domain/input/known-fields.js';
import { Dispute } from '../../domain/objects/dispute.js';
import { missingAsNotFound } from '../missing-as-not-found.js';
import type { PaymentProcessor } from '../ports/payment-processor.js';
import type { UseCase } from '../use-case.js';

export const CloseDispute = input({
  /** Id of the dispute, `du_...` or `dp_...`. */
  dispute: DisputeId,
});
export type CloseDispute = InputOf<typeof CloseDispute>;

/** Accepts a dispute: it is lost, for good. */
export const closeDispute =
  (deps: Pick<PaymentProcessor, 'closeDispute'>): UseCase<CloseDispute, Dispute> =>
  ({ dispute }, options) =>
    pipe(
      deps.closeDispute({ dispute }, options),
      TE.bimap(missingAsNotFound('dispute', dispute), knownFields(Dispute)),
    );
