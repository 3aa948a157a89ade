/** Whether a key of Stripe moves real money. */
export const isLiveKey = (key: string): boolean => /^(?:sk|rk)_live_/.test(key);
