import { redact } from '../../../domain/redact.js';
import { describeHttpError } from './describe-http-error.js';
import type { HttpError } from './http-error.js';
import type { HttpAnswer } from './http-message.js';
import { httpStatus } from './http-status.js';

/** The envelope of a success (interface section 1). */
export const renderSuccess = (status: number, message: string, data: unknown): HttpAnswer => ({
  status,
  headers: {},
  body: { status: true, statusCode: status, message, data },
});

// The cause is somebody else's text, and may repeat what it was given.
const stackOf = (error: HttpError, message: string): string =>
  redact(
    'cause' in error && error.cause instanceof Error
      ? (error.cause.stack ?? error.cause.message)
      : `${error._tag}: ${message}`,
  );

const headersOf = (error: HttpError): HttpAnswer['headers'] => {
  if (error._tag === 'Unauthorized') return { 'www-authenticate': 'Bearer' };
  return error._tag === 'IdempotencyKeyInUse' ? { 'retry-after': String(error.retryAfter) } : {};
};

/** The envelope of a failure (interface section 7). Only where `verbose` does it say where the failure comes from. */
export const renderFailure =
  (verbose: boolean) =>
  (error: HttpError): HttpAnswer => {
    const { message, code } = describeHttpError(error);
    return {
      status: httpStatus(error),
      headers: headersOf(error),
      body: {
        status: false,
        message,
        code,
        ...(error._tag === 'CardError' && error.declineCode !== null
          ? { decline_code: error.declineCode }
          : {}),
        ...(verbose ? { stack: stackOf(error, message) } : {}),
      },
    };
  };
