/**
 * The pause before a retry in milliseconds, as Stripe's SDK has it: it doubles with each retry up to ten times the base,
 * of which chance (0 to 1) takes away at most half, and never is shorter than the base.
 */
export const retryDelay = (baseMs: number, retry: number, chance: number): number =>
  Math.max(baseMs, Math.min(baseMs * 2 ** (retry - 1), baseMs * 10) * 0.5 * (1 + chance));
