import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { saveDispute } from '../charges/dispute-record.js';
import { type ApiError, failIf, invalidRequest } from '../errors.js';
import { operation } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { DisputeObject, DisputeRecord, EvidenceObject } from '../objects/dispute.js';
import { mergeMetadata, metadataParam } from '../params/metadata.js';
import type { Param } from '../params/param.js';
import { booleanParam, textParam, textUpTo } from '../params/primitives.js';
import { notSimulated, type ParamsOf, shape } from '../params/shape.js';
import { toDispute } from '../store/show-dispute.js';
import { isInquiry, openDispute } from './outcome.js';
import { findChargeDispute, findDispute } from './read.js';

// Recording 05, steps 33 and 34: about five seconds.
const secondsOfReview = 5;
const mostCharacters = 150_000;

// An empty text unsets it.
const textOrNone = (maximum: number): Param<string | null> => ({
  read: (value, name) => (value === '' ? E.right(null) : textUpTo(maximum).read(value, name)),
});
const longText = textOrNone(20_000);
const text = textOrNone(5000);

const evidenceParam = shape(
  {},
  {
    access_activity_log: longText,
    billing_address: text,
    cancellation_policy: text,
    cancellation_policy_disclosure: longText,
    cancellation_rebuttal: longText,
    customer_communication: text,
    customer_email_address: text,
    customer_name: text,
    customer_purchase_ip: text,
    customer_signature: text,
    duplicate_charge_documentation: text,
    duplicate_charge_explanation: longText,
    duplicate_charge_id: text,
    product_description: longText,
    receipt: text,
    refund_policy: text,
    refund_policy_disclosure: longText,
    refund_refusal_explanation: longText,
    service_date: text,
    service_documentation: text,
    shipping_address: text,
    shipping_carrier: text,
    shipping_date: text,
    shipping_documentation: text,
    shipping_tracking_number: text,
    uncategorized_file: text,
    uncategorized_text: longText,
    ...notSimulated('enhanced_evidence'),
  },
);

/** `submit` false: the evidence is kept, and submitted by a later request. */
const updateParams = { evidence: evidenceParam, metadata: metadataParam, submit: booleanParam };
type UpdateParams = Partial<{
  [N in keyof typeof updateParams]: ParamsOf<(typeof updateParams)[N]>;
}>;

const mergeEvidence = (
  before: EvidenceObject,
  given: ParamsOf<typeof evidenceParam> = {},
): E.Either<ApiError, EvidenceObject> => {
  const evidence = { ...before, ...given };
  const characters = Object.values(evidence)
    .filter((value) => typeof value === 'string')
    .reduce((sum, { length }) => sum + length, 0);
  return pipe(
    failIf(
      characters > mostCharacters
        ? invalidRequest(
            `The combined character count of all evidence is limited to ${mostCharacters}.`,
            { param: 'evidence' },
          )
        : null,
    ),
    E.map(() => evidence),
  );
};

/** The dispute after its evidence went to the bank. */
const submitted = ({ state, now }: RequestContext, dispute: DisputeRecord): DisputeRecord => {
  const { evidence_details } = dispute;
  state.agenda.add({ at: now + secondsOfReview, step: 'decide_dispute', id: dispute.id });
  return {
    ...dispute,
    evidence_details: {
      ...evidence_details,
      past_due: now > evidence_details.due_by,
      submission_count: evidence_details.submission_count + 1,
    },
    status: isInquiry(dispute) ? 'warning_under_review' : 'under_review',
  };
};

const update = (
  context: RequestContext,
  found: E.Either<ApiError, DisputeRecord>,
  { evidence: given, metadata: change, submit = given !== undefined }: UpdateParams,
): E.Either<ApiError, DisputeObject> =>
  pipe(
    found,
    E.flatMap(openDispute),
    E.bindTo('before'),
    E.bind('metadata', ({ before }) => mergeMetadata(before.metadata, change)),
    E.bind('evidence', ({ before }) => mergeEvidence(before.evidence, given)),
    E.map(({ before, metadata, evidence }) => {
      const { evidence_details } = before;
      const has_evidence = evidence_details.has_evidence || given !== undefined;
      const changed: DisputeRecord = {
        ...before,
        metadata,
        evidence,
        evidence_details: { ...evidence_details, has_evidence },
      };
      const after = submit ? submitted(context, changed) : changed;
      return toDispute(context, saveDispute(context, 'charge.dispute.updated', before, after));
    }),
  );

/** Changes the metadata of a dispute, and gives the bank evidence. */
export const updateDispute = operation({
  name: 'updateDispute',
  method: 'POST',
  path: '/v1/disputes/:dispute',
  returns: 'dispute',
  params: shape({ dispute: textParam }, updateParams),
  run:
    (context) =>
    ({ dispute, ...params }) =>
      update(context, findDispute(context, dispute), params),
});

/** The same at the path of the charge, which is older. */
export const updateChargeDispute = operation({
  name: 'updateChargeDispute',
  method: 'POST',
  path: '/v1/charges/:charge/dispute',
  returns: 'dispute',
  params: shape({ charge: textParam }, updateParams),
  run:
    (context) =>
    ({ charge, ...params }) =>
      update(context, findChargeDispute(context, charge), params),
});
