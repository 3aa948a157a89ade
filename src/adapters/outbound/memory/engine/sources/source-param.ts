import { optionalCardFields, requiredCardFields } from '../cards/card-params.js';
import { metadataParam } from '../params/metadata.js';
import { oneSimulatedOf, text, textOrHash } from '../params/primitives.js';
import { notSimulated, type ParamsOf, shape } from '../params/shape.js';

const otherObjects = ['alipay_account', 'bank_account'] as const;

/** Where a customer's card comes from: a token, or a card as it is written. */
export const sourceParam = textOrHash(
  text,
  shape(requiredCardFields, {
    ...optionalCardFields,
    object: oneSimulatedOf(['card'], otherObjects),
    metadata: metadataParam,
    ...notSimulated(
      'account_holder_name',
      'account_holder_type',
      'account_number',
      'country',
      'routing_number',
    ),
  }),
);
export type SourceParam = ParamsOf<typeof sourceParam>;
