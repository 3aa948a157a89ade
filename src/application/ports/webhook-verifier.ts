import type * as E from 'fp-ts/lib/Either.js';
import type { WebhookError } from '../../domain/payment-error.js';
import type { ProcessorEvent } from '../../domain/processor-event.js';

/** An event, and a name of the secret that it was signed with, which says nothing of the secret. */
export type VerifiedEvent = { readonly event: ProcessorEvent; readonly signedWith: string };

/** Proves that a webhook call comes from the processor. */
export type WebhookVerifier = {
  /**
   * `payload` is the body exactly as it was sent, `signature` the whole signature header; `undefined` when there is
   * none.
   */
  readonly verify: (call: {
    readonly payload: string | Uint8Array;
    readonly signature: string | undefined;
  }) => E.Either<WebhookError, VerifiedEvent>;
};
