/** When the money of a payment is taken. */
export const captureMethods = ['automatic', 'automatic_async', 'manual'] as const;
/**
 * When the money of a payment is taken: with its confirmation (`automatic`, or `automatic_async`, which answers sooner), or
 * later, by a capture of its own (`manual`).
 */
export type CaptureMethod = (typeof captureMethods)[number];
