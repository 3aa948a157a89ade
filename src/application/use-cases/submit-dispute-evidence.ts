import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { DisputeId } from '../../domain/ids.js';
import { type InputOf, input } from '../../domain/input/input.js';
import { knownFields } from '../../domain/input/known-fields.js';
import { flag } from '../../domain/input/primitives.js';
import { Dispute } from '../../domain/objects/dispute.js';
import { DisputeEvidenceField } from '../../domain/objects/dispute-evidence.js';
import type { InvalidInput } from '../../domain/payment-error.js';
import { missingAsNotFound } from '../missing-as-not-found.js';
import type { PaymentProcessor } from '../ports/payment-processor.js';
import type { UseCase } from '../use-case.js';

export const SubmitDisputeEvidence = input(
  {
    /** Id of the dispute, `du_...` or `dp_...`. */
    dispute: DisputeId,
    /** Texts, and ids of files, by name. An empty text removes one that was kept. Without any, `submit` is required. */
    evidence: DisputeEvidenceField,
  },
  {
    /** `false`: the processor keeps the evidence for a later call. Default: the bank gets all of it now. */
    submit: flag(
      '`false`: the processor keeps the evidence for a later call. Default: the bank gets all of it now, and usually nothing that comes later',
    ),
  },
);
export type SubmitDisputeEvidence = InputOf<typeof SubmitDisputeEvidence>;

// The bank usually takes evidence once. A form whose fields are all missing must not use that up.
const hasNothingToSubmit = ({ evidence, submit }: SubmitDisputeEvidence): boolean =>
  submit === undefined && Object.keys(evidence).length === 0;

const nothingToSubmit: InvalidInput = {
  _tag: 'InvalidInput',
  field: 'evidence',
  refusal: { _tag: 'NotA', expected: 'evidence' },
};

/** Gives the bank evidence against a dispute. The result has the deadline, and never the evidence. */
export const submitDisputeEvidence =
  (
    deps: Pick<PaymentProcessor, 'submitDisputeEvidence'>,
  ): UseCase<SubmitDisputeEvidence, Dispute> =>
  (asked, options) => {
    if (hasNothingToSubmit(asked)) return TE.left(nothingToSubmit);
    const { dispute, evidence, submit = true } = asked;
    return pipe(
      deps.submitDisputeEvidence({ dispute, evidence, submit }, options),
      TE.bimap(missingAsNotFound('dispute', dispute), knownFields(Dispute)),
    );
  };
