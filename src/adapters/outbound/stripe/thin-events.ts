import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import { promiseOf } from '../../../application/thrown-payment-error.js';
import { EventId } from '../../../domain/ids.js';
import type { ProcessorError } from '../../../domain/payment-error.js';
import type { ThinEvent } from '../../../domain/processor-event.js';
import { connectToStripe } from './connection.js';
import type { StripeProcessorOptions } from './options.js';

/** An object of the processor, as it is now. */
export type FetchedObject = { readonly [field: string]: unknown };

type Named = Pick<ThinEvent, 'id' | 'context' | 'related_object'>;

/** Fetches what a thin event only names. The promises reject with a `ThrownPaymentError`. */
export type ThinEventReader = {
  /** The object behind the event, as it is now; `null` when the event names none. */
  readonly fetchRelatedObject: (event: Named) => Promise<FetchedObject | null>;
  /** The event with its `data`, which it does not carry itself. */
  readonly fetchEvent: (event: Named) => Promise<FetchedObject>;
  /** For those who use fp-ts. */
  readonly taskEither: {
    readonly fetchRelatedObject: (
      event: Named,
    ) => TE.TaskEither<ProcessorError, FetchedObject | null>;
    readonly fetchEvent: (event: Named) => TE.TaskEither<ProcessorError, FetchedObject>;
  };
};

// Never a host, nor anything that could become one: the secret key goes along.
const isPath = (url: string): boolean => /^\/v[0-9]+(?:\/[A-Za-z0-9_-]+)+$/.test(url);

const refused = (problem: string): TE.TaskEither<ProcessorError, never> =>
  TE.left({ _tag: 'Unexpected', cause: new Error(problem) });

/**
 * Reads from Stripe what thin events only name, with the account's key and only at the address of the options, whatever the URL
 * in the event says. Calls are tried again like those of the processor. Throws a `TypeError` for options that are not what they
 * should be.
 */
export const createStripeThinEventReader = (options: StripeProcessorOptions): ThinEventReader => {
  const { stripe, caller } = connectToStripe('createStripeThinEventReader', options);

  const read = (name: 'retrieveEvent' | 'retrieveRelatedObject', path: string, event: Named) =>
    caller.read({
      name,
      send: (by) =>
        stripe.rawRequest('GET', path, undefined, {
          ...by,
          ...(typeof event.context === 'string' ? { stripeContext: event.context } : {}),
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
