import type { EventHandlingSettings } from './event-handling-settings.js';

const names: { readonly [N in keyof EventHandlingSettings]: true } = {
  concurrency: true,
  leaseSeconds: true,
  maxTries: true,
};

const isSetting = ([name, value]: readonly [string, unknown]): boolean =>
  Object.hasOwn(names, name) &&
  (value === undefined || (Number.isSafeInteger(value) && Number(value) > 0));

const isHandling = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.entries(value).every(isSetting);

/** What is wrong with the options that say how events are handled, a sentence each. */
export const eventHandlingProblems = (options: {
  readonly [name: string]: unknown;
}): ReadonlyArray<string> => {
  const { livemode, eventHandling } = options;
  return [
    ...(livemode === undefined || typeof livemode === 'boolean'
      ? []
      : ['livemode must be true or false']),
    ...(eventHandling === undefined || isHandling(eventHandling)
      ? []
      : [`eventHandling may have ${Object.keys(names).join(', ')}, each a whole number from 1`]),
  ];
};
