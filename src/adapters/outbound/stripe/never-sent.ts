// What Node was doing when it failed: finding the host's address, or connecting to it.
const beforeSending = new Set(['getaddrinfo', 'connect']);

/** Whether it is certain that nothing of a request left this machine, by the error that Node gave for it. */
export const neverSent = (error: unknown): boolean => {
  if (error instanceof AggregateError) {
    const errors: ReadonlyArray<unknown> = error.errors;
    return errors.length > 0 && errors.every(neverSent);
  }
  return error instanceof Error && 'syscall' in error && beforeSending.has(String(error.syscall));
};
