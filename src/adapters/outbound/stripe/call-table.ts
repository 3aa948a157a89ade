import type * as TE from 'fp-ts/lib/TaskEither.js';
import type * as t from 'io-ts';
import type { CallOptions, Evidence } from '../../../application/ports/payment-processor.js';
import type { ProcessorError } from '../../../domain/payment-error.js';
import type { OutcomeReads, Read } from '../look-ups/outcome-reads.js';
import type { SentChange } from '../look-ups/sent-change.js';
import type { StripeCall } from './attempt.js';
import type { StripeCaller } from './caller.js';
import type { StripeRequest } from './request.js';
import { keyToCarry, type RequestFormat } from './request-format.js';

type Name = StripeCall<unknown>['name'];

/** How a change is sent: in which format, and with which idempotency key in the metadata of the created object. */
type Sending = { readonly format: RequestFormat; readonly keyInMetadata: string | undefined };

type EvidenceOf<I, A> = (reads: OutcomeReads) => (input: I, sent: SentChange) => Read<Evidence<A>>;

/** A row for a read: its name, the codec of its reply, and its request. */
export const readingWith =
  (read: StripeCaller['read']) =>
  <I extends ReadonlyArray<unknown>, A>(
    name: Name,
    reply: t.Type<A, unknown>,
    request: (...input: I) => StripeRequest,
  ) =>
  (...input: I): TE.TaskEither<ProcessorError, A> =>
    read({ name, reply, request: () => request(...input) });

/** Makes the rows of a table of calls. `evidence` finds the outcome of a change whose response was lost. */
export const callRows = ({ read, change, remove }: StripeCaller) => ({
  read,
  change,
  reading: readingWith(read),
  changing:
    <I, A>(
      name: Name,
      reply: t.Type<A, unknown>,
      request: (input: I, sending: Sending) => StripeRequest,
      evidence?: EvidenceOf<I, A>,
    ) =>
    (input: I, options?: CallOptions): TE.TaskEither<ProcessorError, A> =>
      change(
        {
          name,
          reply,
          request: (format) =>
            request(input, { format, keyInMetadata: keyToCarry(format, options) }),
        },
        options,
        evidence && ((reads, sent) => evidence(reads)(input, sent)),
      ),
  removing:
    <I, A>(
      name: Name,
      reply: t.Type<A, unknown>,
      request: (input: I) => StripeRequest,
      evidence: EvidenceOf<I, A>,
    ) =>
    (input: I, options?: CallOptions): TE.TaskEither<ProcessorError, A> =>
      remove({ name, reply, request: () => request(input) }, options, (reads, sent) =>
        evidence(reads)(input, sent),
      ),
});

export type CallRows = ReturnType<typeof callRows>;
