import type { HttpError } from '../../../src/adapters/inbound/http/http-error.js';
import { paymentErrors } from './payment-errors.js';

type Sample<T extends HttpError['_tag']> = Extract<HttpError, { readonly _tag: T }>;

/** One error of each kind with which a request can end. */
export const httpErrors: { readonly [T in HttpError['_tag']]: Sample<T> } = {
  ...paymentErrors,
  RouteNotFound: { _tag: 'RouteNotFound', path: '/api/nothing' },
  MethodNotAllowed: { _tag: 'MethodNotAllowed', allowed: ['GET', 'HEAD', 'POST'] },
  Unauthorized: { _tag: 'Unauthorized' },
  InsufficientScope: { _tag: 'InsufficientScope', scope: 'refund' },
  TooManyRequests: { _tag: 'TooManyRequests', retry_after: 7 },
  Overloaded: { _tag: 'Overloaded' },
  ForeignPage: { _tag: 'ForeignPage' },
  CardNumbersNotAccepted: { _tag: 'CardNumbersNotAccepted' },
  IdempotencyKeyRequired: { _tag: 'IdempotencyKeyRequired' },
  InvalidJson: { _tag: 'InvalidJson' },
  UnsupportedMediaType: { _tag: 'UnsupportedMediaType' },
  BodyTooLarge: { _tag: 'BodyTooLarge', limit: '100 kB' },
  BodyAlreadyRead: { _tag: 'BodyAlreadyRead' },
  BodyIncomplete: { _tag: 'BodyIncomplete' },
  BrokenRequest: { _tag: 'BrokenRequest', status: 431 },
};
