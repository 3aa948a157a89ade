import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import { promiseOf } from '../../../application/thrown-payment-error.js';
import type { ThinEvent } from '../../../domain/events/processor-event.js';
import { EventId } from '../../../domain/ids.js';
import type { ProcessorError } from '../../../domain/payment-error.js';
import { connectToStripe } from './connection.js';
import type { StripeProcessorOptions } from './options.js';
import { getRequest } from './request.js';

/** An object of the processor, as it is now. */
export type FetchedObject = { readonly [field: string]: unknown };

type EventReference = Pick<ThinEvent, 'id' | 'context' | 'related_object'>;

/** Fetches what a thin event refers to. The promises reject with a `ThrownPaymentError`. */
export type ThinEventReader = {
  /** The event's related object as it is now; `null` when the event has none. */
  readonly fetchRelatedObject: (event: EventReference) => Promise<FetchedObject | null>;
  /** The whole event, including the `data` that a thin event leaves out. */
  readonly fetchEvent: (event: EventReference) => Promise<FetchedObject>;
  /** The same functions for fp-ts. */
  readonly taskEither: {
    readonly fetchRelatedObject: (
      event: EventReference,
    ) => TE.TaskEither<ProcessorError, FetchedObject | null>;
    readonly fetchEvent: (event: EventReference) => TE.TaskEither<ProcessorError, FetchedObject>;
  };
};

// A URL with a host would send the secret key to that host.
const isPath = (url: string): boolean => /^\/v[0-9]+(?:\/[A-Za-z0-9_-]+)+$/.test(url);

const refused = (problem: string): TE.TaskEither<ProcessorError, never> =>
  TE.left({ _tag: 'Unexpected', cause: new Error(problem) });

/**
 * Fetches from Stripe what thin events refer to. It sends the account's key only to the address of the options, whatever URL
 * an event names. Calls are retried like the processor's. Throws a `TypeError` for invalid options.
 */
export const createStripeThinEventReader = (options: StripeProcessorOptions): ThinEventReader => {
  const { caller } = connectToStripe('createStripeThinEventReader', options);

  const read = (
    name: 'retrieveEvent' | 'retrieveRelatedObject',
    to: string,
    event: EventReference,
  ) =>
    caller.read({
      name,
      request: () => ({
        ...getRequest(to),
        ...(typeof event.context === 'string' ? { context: event.context } : {}),
      }),
      reply: t.UnknownRecord,
    });

  const taskEither: ThinEventReader['taskEither'] = {
    fetchRelatedObject: (event) => {
      const { related_object: object } = event;
      if (object === undefined || object === null) return TE.right(null);
      return isPath(object.url)
        ? read('retrieveRelatedObject', object.url, event)
        : refused('fetchRelatedObject: related_object.url must be a path such as /v1/charges/ch_1');
    },
    fetchEvent: (event) =>
      EventId.is(event.id)
        ? read('retrieveEvent', `/v2/core/events/${event.id}`, event)
        : refused('fetchEvent: the event has no id such as evt_1'),
  };
  return {
    fetchRelatedObject: (event) => promiseOf(taskEither.fetchRelatedObject(event)),
    fetchEvent: (event) => promiseOf(taskEither.fetchEvent(event)),
    taskEither,
  };
};
