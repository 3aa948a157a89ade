import { type Outcome, outcomeOf } from '../../../domain/outcome.js';
import type { HttpError } from './http-error.js';

/** What is known of the work of a request that ended in this error; `undefined`: the request was refused. */
export const httpOutcome = (error: HttpError): Outcome | undefined => {
  switch (error._tag) {
    case 'BodyAlreadyRead':
      return 'not_done';
    case 'RouteNotFound':
    case 'Unauthorized':
    case 'ForeignPage':
    case 'InvalidJson':
    case 'UnsupportedMediaType':
    case 'BodyTooLarge':
    case 'BodyIncomplete':
    case 'BrokenRequest':
      return undefined;
    default:
      return outcomeOf(error);
  }
};
