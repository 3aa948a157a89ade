import type { ApiError } from './api-error.js';
import { invalidRequest } from './invalid-request.js';

/** A parameter that has to be there is not. */
export const missingParam = (param: string): ApiError =>
  invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
