import type { PaymentError } from '../../../domain/payment-error.js';
import type { Permission } from './permissions.js';

/** Why a request was refused before it reached a use case. */
export type RequestError =
  /** `near`: the route that was probably meant, with its method. */
  | { readonly _tag: 'RouteNotFound'; readonly path: string; readonly near?: string }
  /** The path is known, with other methods. */
  | { readonly _tag: 'MethodNotAllowed'; readonly allowed: ReadonlyArray<string> }
  /** `lacksBearer`: no key came in the way that the interface takes it. */
  | { readonly _tag: 'Unauthorized'; readonly lacksBearer?: boolean }
  /** The client of the key lacks the permission of the route. */
  | { readonly _tag: 'InsufficientScope'; readonly scope: Permission }
  /** More requests, or wrong API keys, than the caller may send. */
  | { readonly _tag: 'TooManyRequests'; readonly retry_after: number }
  /** Too many requests are in progress, of all callers or of this one. */
  | { readonly _tag: 'Overloaded' }
  /** A browser sent it for a page of another site. */
  | { readonly _tag: 'ForeignPage' }
  /** The service takes no card numbers (decision A11). */
  | { readonly _tag: 'CardNumbersNotAccepted' }
  /** The operation needs an idempotency key (decision A13). `given`: a header that is probably meant as its own. */
  | { readonly _tag: 'IdempotencyKeyRequired'; readonly given?: string }
  /** Not JSON, or JSON that is not an object. */
  | { readonly _tag: 'InvalidJson' }
  | { readonly _tag: 'UnsupportedMediaType' }
  | { readonly _tag: 'BodyTooLarge'; readonly limit: string }
  /** Another body parser consumed the body, so its signature can no longer be checked. */
  | { readonly _tag: 'BodyAlreadyRead' }
  /** The caller disconnected, or sent fewer bytes than it announced. */
  | { readonly _tag: 'BodyIncomplete' }
  /** Not a valid HTTP request (400), or its headers are too large (431), or it came too slowly (408). */
  | { readonly _tag: 'BrokenRequest'; readonly status: 400 | 408 | 431 };

/** Every error that a request can end in. */
export type HttpError = PaymentError | RequestError;
