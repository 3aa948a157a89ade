import * as E from 'fp-ts/lib/Either.js';
import { Field } from '../input/field.js';
import { nearestField, showName } from '../input/field-names.js';
import { isPlainObject } from '../input/json.js';
import type { Refusal } from '../refusal.js';

/** The texts of evidence, and what each is. Those about files are ids of files that were uploaded to the processor. */
const evidenceTexts = {
  access_activity_log: 'Log of how the customer used the digital product, with times and addresses',
  billing_address: 'Billing address of the customer',
  cancellation_policy: 'Id of a file with the cancellation policy',
  cancellation_policy_disclosure: 'How and when the customer was shown the cancellation policy',
  cancellation_rebuttal: 'Why the subscription of the customer was not canceled',
  customer_communication: 'Id of a file with messages of the customer',
  customer_email_address: 'Email address of the customer',
  customer_name: 'Name of the customer',
  customer_purchase_ip: 'IP address from which the customer bought',
  customer_signature: 'Id of a file with the signature of the customer',
  duplicate_charge_documentation: 'Id of a file that shows that two charges are for two orders',
  duplicate_charge_explanation: 'How the disputed charge differs from the one before it',
  duplicate_charge_id: 'Id of the charge that this one seems to repeat, `ch_...`',
  product_description: 'The product or service that was sold',
  receipt: 'Id of a file with the receipt',
  refund_policy: 'Id of a file with the refund policy',
  refund_policy_disclosure: 'How the customer was shown the refund policy before buying',
  refund_refusal_explanation: 'Why the customer has no right to a refund',
  service_date: 'When the customer got or began to get the service',
  service_documentation: 'Id of a file that shows that the service was provided',
  shipping_address: 'Address to which the product was sent',
  shipping_carrier: 'Delivery company, such as `Correos`',
  shipping_date: 'When the product was sent',
  shipping_documentation: 'Id of a file that shows that the product was sent to the customer',
  shipping_tracking_number: 'Tracking number; several are separated by commas',
  uncategorized_file: 'Id of a file with anything else',
  uncategorized_text: 'Anything else',
} as const;

type EvidenceName = keyof typeof evidenceTexts;

/** Evidence against a dispute: texts, and ids of uploaded files. */
export type DisputeEvidence = { readonly [N in EvidenceName]?: string };

const isEvidenceName = (name: string): name is EvidenceName => Object.hasOwn(evidenceTexts, name);

const nearest = nearestField(Object.keys(evidenceTexts));

const refineEvidence = (value: unknown): E.Either<Refusal, DisputeEvidence> => {
  if (!isPlainObject(value)) return E.left({ _tag: 'NotA', expected: 'evidence' });
  const evidence: { [N in EvidenceName]?: string } = {};
  for (const [name, given] of Object.entries(value)) {
    if (given === undefined) continue;
    const path = showName(name);
    if (!isEvidenceName(name)) {
      return E.left({ _tag: 'Within', path, refusal: { _tag: 'Unknown', nearest: nearest(name) } });
    }
    if (typeof given !== 'string') {
      return E.left({ _tag: 'Within', path, refusal: { _tag: 'NotA', expected: 'text' } });
    }
    evidence[name] = given;
  }
  return E.right(evidence);
};

/** Evidence against a dispute, as an input. */
export const DisputeEvidenceField = new Field<DisputeEvidence>({
  name: 'DisputeEvidence',
  schema: {
    type: 'object',
    description:
      'Evidence against the dispute. An empty text removes one that was kept. Files are uploaded to the processor before',
    properties: Object.fromEntries(
      Object.entries(evidenceTexts).map(([name, description]) => [
        name,
        { type: 'string', description },
      ]),
    ),
    additionalProperties: false,
  },
  is: (value): value is DisputeEvidence => E.isRight(refineEvidence(value)),
  refine: refineEvidence,
  encode: (evidence) => evidence,
});
