import type { PaymentMethodObject } from './payment-method.js';

/** Why something was refused, as it is answered and as an intent keeps it. */
export type ErrorObject = {
  readonly type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  readonly message: string;
  readonly code?: string;
  readonly decline_code?: string;
  readonly param?: string;
  readonly doc_url?: string;
  readonly charge?: string;
  readonly payment_method?: PaymentMethodObject;
};
