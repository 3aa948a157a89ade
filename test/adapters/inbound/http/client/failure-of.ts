import { PasarelaError } from '../../../../../src/client.js';

/** The `PasarelaError` with which a call rejects. Throws if it resolves, or rejects with something else. */
export const failureOf = (call: Promise<unknown>): Promise<PasarelaError> =>
  call.then(
    () => {
      throw new Error('the call did not reject');
    },
    (error: unknown) => {
      if (error instanceof PasarelaError) return error;
      throw new Error('not a PasarelaError', { cause: error });
    },
  );
