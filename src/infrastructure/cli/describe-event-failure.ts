import { describeCause } from '../../application/describe-cause.js';
import type { ProcessorError, StoreUnavailable } from '../../domain/payment-error.js';

/** Why events could not be read or kept, in words for whoever called the command line. */
export const describeEventFailure = (error: ProcessorError | StoreUnavailable): string => {
  switch (error._tag) {
    case 'CardError':
    case 'ProcessorRefused':
      return `the processor refused: ${error.message}`;
    case 'ProcessorAuthenticationFailed':
      return 'the processor refuses STRIPE_SECRET_KEY, or it may not read events';
    case 'ProcessorUnavailable':
    case 'ProcessorFailed':
      return `the processor does not answer: ${describeCause(error.cause)}`;
    case 'StoreUnavailable':
      return `the store does not answer: ${describeCause(error.cause)}`;
    case 'Unexpected':
      return describeCause(error.cause);
  }
};
