import type { PaymentMethodObject, SimulatedMethodType } from './payment-method.js';

/** The error of a response, and the last payment error of an intent. */
export type ErrorObject = {
  readonly type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  readonly message: string;
  readonly code?: string;
  readonly decline_code?: string;
  readonly advice_code?: string;
  readonly network_advice_code?: string;
  readonly network_decline_code?: string;
  readonly param?: string;
  readonly doc_url?: string;
  readonly charge?: string;
  readonly payment_method?: PaymentMethodObject;
  /** Only in the last payment error of an intent. */
  readonly payment_method_type?: 'card' | SimulatedMethodType;
};
