import type { ReplayAdvice } from '../../../application/idempotency/replay-advice.js';
import type { Outcome } from '../../../domain/payment-error-facts.js';
import { redact } from '../../../domain/text/redact.js';
import { inSpanish, type Spoken, type Words } from './core/language.js';
import type { HttpError } from './http-error.js';
import {
  adviceOf,
  describeHttpError,
  headersOf,
  hintOf,
  httpErrorCode,
  httpOutcome,
  httpStatus,
} from './http-error-facts.js';
import type { HttpAnswer } from './http-message.js';
import { replayAdviceText } from './texts.js';

/** The envelope of a success (interface section 1), with advice for a repetition that needs it (decision I10). */
export const renderSuccess = (
  status: number,
  message: Words,
  data: unknown,
  { language, headers }: Spoken = inSpanish,
  advice?: ReplayAdvice,
): HttpAnswer => ({
  status,
  headers,
  body: {
    status: true,
    statusCode: status,
    message: message[language],
    ...(advice === undefined
      ? {}
      : { advice: replayAdviceText[advice][language], advice_code: advice }),
    data,
  },
});

// The cause comes from other code, and may repeat the input.
const stackOf = (error: HttpError, message: string): string =>
  redact(
    'cause' in error && error.cause instanceof Error
      ? (error.cause.stack ?? error.cause.message)
      : `${error._tag}: ${adviceOf(error) ?? message}`,
  );

/** Whether the failed request could change something, and whether it had an idempotency key. */
export type Asked = { readonly changes: boolean; readonly keyed: boolean };

const nothing: Asked = { changes: false, keyed: false };

// It was refused before its key was looked up: an earlier request with it may have been done.
const isBeforeItsKey = ({ _tag }: HttpError): boolean =>
  _tag === 'TooManyRequests' || _tag === 'Overloaded';

// A request that cannot change anything did nothing, whatever the error.
const outcomeFor = (error: HttpError, { changes, keyed }: Asked): Outcome | undefined => {
  if (changes && keyed && isBeforeItsKey(error)) return 'unknown';
  const outcome = httpOutcome(error);
  return outcome === undefined || changes ? outcome : 'not_done';
};

const factsOf = (error: HttpError): HttpAnswer['body'] => {
  switch (error._tag) {
    case 'CardError':
      return {
        ...(error.decline_code === null ? {} : { decline_code: error.decline_code }),
        ...(error.payment_intent === null ? {} : { payment_intent: error.payment_intent }),
        ...(error.setup_intent === undefined ? {} : { setup_intent: error.setup_intent }),
        ...(error.charge === null ? {} : { charge: error.charge }),
      };
    case 'MissingInput':
      return { fields: error.fields };
    case 'InvalidInput':
      // An id that is no cursor is answered like a cursor that the processor does not find.
      return error.refusal._tag === 'UnknownCursor' ? {} : { field: error.field };
    case 'ConflictingCursors':
      return { field: 'ending_before' };
    case 'UnsupportedOperation':
      return { feature: error.feature };
    default:
      return {};
  }
};

/**
 * The envelope of a failure (interface section 7), with the names of missing or invalid fields (decision E20), the missing feature
 * of the processor (decision E21), a `hint` where the mistake is known, and `outcome` where the work may have been done (decision
 * E15). With `verbose`, it has a `stack`.
 */
export const renderFailure =
  (verbose: boolean, { language, headers }: Spoken = inSpanish) =>
  (error: HttpError, asked: Asked = nothing): HttpAnswer => {
    const message = redact(describeHttpError(error, language));
    const outcome = outcomeFor(error, asked);
    const hint = hintOf(error, language);
    return {
      status: httpStatus(error),
      headers: { ...headersOf(error, asked.keyed || outcome === 'not_done'), ...headers },
      body: {
        status: false,
        message,
        code: httpErrorCode(error),
        ...factsOf(error),
        ...(hint === undefined ? {} : { hint }),
        ...(outcome === undefined ? {} : { outcome }),
        ...(verbose ? { stack: stackOf(error, message) } : {}),
      },
    };
  };
