import type { PaymentError } from '../../../domain/payment-error.js';

/** What can be wrong with a request before it reaches a use case. */
export type RequestError =
  | { readonly _tag: 'RouteNotFound'; readonly path: string }
  | { readonly _tag: 'Unauthorized' }
  /** Sent by a browser for a page of another site, which has no business here. */
  | { readonly _tag: 'ForeignPage' }
  /** Not JSON, or JSON that is not an object. */
  | { readonly _tag: 'InvalidJson' }
  | { readonly _tag: 'UnsupportedMediaType' }
  | { readonly _tag: 'BodyTooLarge'; readonly limit: string }
  /** Another parser has read the body, so that its signature cannot be checked any more. */
  | { readonly _tag: 'BodyAlreadyRead' }
  /** The caller went away, or sent fewer bytes than it announced. */
  | { readonly _tag: 'BodyIncomplete' }
  /** What came is no HTTP request, or has headers beyond the limit (431), or came too slowly (408). */
  | { readonly _tag: 'BrokenRequest'; readonly status: 400 | 408 | 431 };

/** Everything that a request can end in, besides its answer. */
export type HttpError = PaymentError | RequestError;
