import {
  CardId,
  ChargeId,
  CustomerId,
  PaymentIntentId,
  PaymentMethodId,
  RefundId,
  TokenId,
} from '../../domain/ids.js';
import { proven } from './proven.js';

/** Well-formed ids that name nothing. */
export const absent = {
  customer: proven(CustomerId, 'cus_doesnotexist'),
  card: proven(CardId, 'card_doesnotexist'),
  paymentMethodCard: proven(CardId, 'pm_doesnotexist'),
  token: proven(TokenId, 'tok_doesnotexist'),
  paymentMethod: proven(PaymentMethodId, 'pm_doesnotexist'),
  paymentIntent: proven(PaymentIntentId, 'pi_doesnotexist'),
  charge: proven(ChargeId, 'ch_doesnotexist'),
  refund: proven(RefundId, 're_doesnotexist'),
} as const;
