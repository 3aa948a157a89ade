/** Counts a call of whoever has the key. The seconds to wait when there were too many; otherwise `undefined`. Never rejects. */
export type RateLimiter = (key: string) => Promise<number | undefined>;
