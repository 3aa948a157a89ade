/** Returns the error with which a promise rejects, as text. Throws if it resolves. */
export const rejectionOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => {
      throw new Error('the promise did not reject');
    },
    (cause: unknown) => String(cause),
  );
