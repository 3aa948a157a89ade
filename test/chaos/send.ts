/** Sends something with an idempotency key of its own until the answer has this status; gives its `data`. */
export type Send = (
  method: 'POST' | 'DELETE',
  path: string,
  status: number,
  body: object,
) => Promise<unknown>;
