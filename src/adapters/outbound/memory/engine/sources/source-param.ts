import { optionalCardFields, requiredCardFields } from '../cards/card-params.js';
import { metadataParam } from '../params/metadata-param.js';
import { notSimulated } from '../params/not-simulated.js';
import { oneSimulatedOf } from '../params/one-simulated-of.js';
import type { ParamsOf } from '../params/params.js';
import { shape } from '../params/shape.js';
import { text } from '../params/text.js';
import { textOrHash } from '../params/text-or-hash.js';

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
