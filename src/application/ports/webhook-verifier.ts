import type * as E from 'fp-ts/lib/Either.js';
import type { WebhookError } from '../../domain/payment-error.js';
import type { ProcessorEvent } from '../../domain/processor-event.js';

/** A verified event. `signedWith` names the signing secret without revealing it. */
export type VerifiedEvent = { readonly event: ProcessorEvent; readonly signedWith: string };

/** Verifies that a webhook call comes from the processor. */
export type WebhookVerifier = {
  /**
   * `payload` is the body exactly as it was received. `signature` is the whole signature header, or `undefined` without
   * one.
   */
  readonly verify: (call: {
    readonly payload: string | Uint8Array;
    readonly signature: string | undefined;
  }) => E.Either<WebhookError, VerifiedEvent>;
};
