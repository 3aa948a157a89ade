/** What a promise rejects with, in words; it must reject. */
export const rejectionOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => {
      throw new Error('nothing was rejected');
    },
    (cause: unknown) => String(cause),
  );
