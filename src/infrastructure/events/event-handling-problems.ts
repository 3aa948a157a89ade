import { eventHandlingBounds } from './event-handling-bounds.js';

const isOutside = (value: unknown, { from, to }: { readonly from: number; readonly to: number }) =>
  value !== undefined && !(Number.isInteger(value) && Number(value) >= from && Number(value) <= to);

const settingProblems = (settings: unknown): ReadonlyArray<string> => {
  if (settings === undefined) return [];
  if (typeof settings !== 'object' || settings === null) return ['eventHandling must be an object'];
  const given: { readonly [name: string]: unknown } = { ...settings };
  return [
    ...Object.keys(given)
      .filter((name) => !Object.hasOwn(eventHandlingBounds, name))
      .map((name) => `there is no option eventHandling.${name}`),
    ...Object.entries(eventHandlingBounds)
      .filter(([name, bounds]) => isOutside(given[name], bounds))
      .map(
        ([name, { from, to }]) =>
          `eventHandling.${name} must be a whole number from ${from} to ${to}`,
      ),
  ];
};

/** What is wrong with the options that say how events are handled, a sentence each. */
export const eventHandlingProblems = ({
  livemode,
  eventInbox,
  eventsHandledElsewhere: elsewhere,
  eventHandling,
}: {
  readonly [name: string]: unknown;
}): ReadonlyArray<string> => [
  ...(livemode === undefined || typeof livemode === 'boolean'
    ? []
    : ['livemode must be true or false']),
  ...(elsewhere === undefined || typeof elsewhere === 'boolean'
    ? []
    : ['eventsHandledElsewhere must be true or false']),
  ...(elsewhere === true && eventInbox === undefined
    ? ['eventsHandledElsewhere needs an eventInbox that the other process has too']
    : []),
  ...settingProblems(eventHandling),
];
