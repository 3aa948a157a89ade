import type { EngineFailure } from './engine-failure.js';
import type { ApiError } from './errors.js';

/** The processor answered with a failure. */
export const answered = (error: ApiError): EngineFailure => ({ _tag: 'Answered', error });
