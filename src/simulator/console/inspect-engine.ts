import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { ProcessorError } from '../../domain/payment-error.js';
import { toProcessorError } from '../controls/call-engine.js';
import { takeFixture } from '../controls/fixture.js';
import type { Engine } from '../engine/engine.js';
import type { EngineFailure } from '../engine/kernel/pipeline.js';
import type { EventObject } from '../engine/objects/event.js';
import type { JsonObject } from '../engine/objects/json.js';
import type { ListObject } from '../engine/objects/object.js';
import { controls, engineOperations } from '../engine/operations.js';
import type { ConsoleObjects, EngineInspection } from './console-desk.js';

const pageSize = 50;
const eventsAtOnce = 100;
// Of an account with many events: those of its last payments are among the newest.
const mostPages = 20;

const isAbout = ({ data: { object } }: EventObject, payment: string): boolean =>
  object['id'] === payment || object['payment_intent'] === payment;

const none = { data: [], has_more: false };

const orNone = <A extends JsonObject>(
  list: E.Either<EngineFailure, ListObject<A>>,
): Pick<ListObject<A>, 'data' | 'has_more'> => (E.isRight(list) ? list.right : none);
const done = (outcome: E.Either<EngineFailure, JsonObject>): E.Either<ProcessorError, JsonObject> =>
  pipe(outcome, E.mapLeft(toProcessorError));

/** Inspects an engine. */
export const inspectEngine = (engine: Engine): EngineInspection => {
  const { control } = engine;
  const retrieve = (id: string): E.Either<EngineFailure, JsonObject> | null => {
    const operations = engineOperations;
    switch (id.split('_')[0]) {
      case 'pi':
        return control(operations.retrieveIntent, { payment_intent: id });
      case 'ch':
        return control(operations.retrieveCharge, { charge: id });
      case 'cus':
        return control(operations.retrieveCustomer, { customer: id });
      case 're':
        return control(operations.retrieveRefund, { refund: id });
      case 'du':
        return control(operations.retrieveDispute, { dispute: id });
      case 'evt':
        return control(operations.retrieveEvent, { event: id });
      case 'pm':
        return control(operations.retrievePaymentMethod, { payment_method: id });
      case 'seti':
        return control(operations.retrieveSetupIntent, { setup_intent: id });
      case 'txn':
        return control(operations.retrieveBalanceTransaction, { id });
      case 'po':
        return control(operations.retrievePayout, { payout: id });
      case 'we':
        return control(operations.retrieveWebhookEndpoint, { webhook_endpoint: id });
      default:
        return null;
    }
  };

  const pageOf = (
    objects: ConsoleObjects,
    page: { readonly limit: number; readonly starting_after?: string },
  ): Pick<ListObject<JsonObject>, 'data' | 'has_more'> => {
    switch (objects) {
      case 'payments':
        return orNone(control(engineOperations.listIntents, page));
      case 'customers':
        return orNone(control(engineOperations.listCustomers, page));
      case 'refunds':
        return orNone(control(engineOperations.listRefunds, page));
      case 'disputes':
        return orNone(control(engineOperations.listDisputes, page));
      case 'events':
        return orNone(control(engineOperations.listEvents, page));
    }
  };

  return {
    counts: () => {
      const { intents, ...counts } = engine.counts();
      return { payments: intents, ...counts };
    },
    list: (objects, after) =>
      pageOf(objects, {
        limit: pageSize,
        ...(after === undefined ? {} : { starting_after: after }),
      }),
    find: (id) => {
      const found = retrieve(id);
      return found !== null && E.isRight(found) ? found.right : null;
    },
    eventsOf: (payment) => {
      const about: Array<EventObject> = [];
      let last: EventObject | undefined;
      for (let page = 0; page < mostPages; page += 1) {
        const { data, has_more } = orNone(
          control(engineOperations.listEvents, {
            limit: eventsAtOnce,
            ...(last === undefined ? {} : { starting_after: last.id }),
          }),
        );
        about.push(...data.filter((event) => isAbout(event, payment)));
        last = data.at(-1);
        if (!has_more || about.some(({ type }) => type === 'payment_intent.created')) break;
      }
      return about
        .toReversed()
        .map((event) => ({ event, number: engine.eventNumbers.of(event.id) ?? 0 }));
    },
    nextEvent: engine.eventNumbers.next,
    merchant: {
      refund: (payment_intent, amount) =>
        done(
          control(engineOperations.createRefund, {
            payment_intent,
            ...(amount === undefined ? {} : { amount }),
          }),
        ),
      capture: (payment_intent) =>
        done(control(engineOperations.captureIntent, { payment_intent })),
      dispute: (payment_intent) => done(control(controls.disputePayment, { payment_intent })),
      cancel: (payment_intent) => done(control(engineOperations.cancelIntent, { payment_intent })),
    },
    fixture: () => takeFixture(engine),
    onChange: (listener) => engine.onEvent(listener, listener),
  };
};
