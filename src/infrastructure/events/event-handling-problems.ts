import { optionsProblems } from '../options-problems.js';
import { eventHandlingBounds } from './event-handling-bounds.js';

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
  ...optionsProblems('eventHandling', eventHandling, eventHandlingBounds, eventHandlingBounds),
];
