import {
  automaticMethodsParam,
  cardFields,
  confirmFields,
  methodFields,
  otherIntentTypes,
} from '../intents/params.js';
import { metadataParam } from '../params/metadata.js';
import { booleanParam, enumParam, textParam, textUpTo, unsettable } from '../params/primitives.js';
import { notSimulated, type ParamsOf, shape } from '../params/shape.js';

const optionsFields = {
  payment_method_options: shape(
    {},
    {
      ...notSimulated(...otherIntentTypes),
      card: shape({}, cardFields),
      sepa_debit: shape({}, notSimulated('mandate_options')),
    },
  ),
} as const;

// Accounts and money movements of the merchant's own.
const accountFields = notSimulated(
  'attach_to_self',
  'customer_account',
  'flow_directions',
  'payment_method_configuration',
);

export const CreateSetupIntentParams = shape(
  {},
  {
    ...methodFields,
    ...optionsFields,
    ...confirmFields,
    ...accountFields,
    ...notSimulated('on_behalf_of', 'single_use'),
    automatic_payment_methods: automaticMethodsParam,
    confirm: booleanParam,
    customer: textParam,
    description: textUpTo(1000),
    metadata: metadataParam,
    usage: enumParam('off_session', 'on_session'),
  },
);
export type CreateSetupIntentParams = ParamsOf<typeof CreateSetupIntentParams>;

export const UpdateSetupIntentParams = shape(
  { setup_intent: textParam },
  {
    ...methodFields,
    ...optionsFields,
    ...accountFields,
    customer: textParam,
    description: unsettable(textUpTo(1000)),
    metadata: metadataParam,
  },
);
export type UpdateSetupIntentParams = ParamsOf<typeof UpdateSetupIntentParams>;

const {
  payment_method_types: _types,
  excluded_payment_method_types: _excluded,
  ...confirmableFields
} = methodFields;

/** Parameters of the confirmation, and fields that change before it. */
export const ConfirmSetupIntentParams = shape(
  { setup_intent: textParam },
  { ...confirmableFields, ...optionsFields, ...confirmFields, client_secret: textParam },
);
export type ConfirmSetupIntentParams = ParamsOf<typeof ConfirmSetupIntentParams>;
