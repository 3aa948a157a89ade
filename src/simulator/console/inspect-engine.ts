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

const eventsAtOnce = 100;
const shownLines = 3;
// Of an account with many events: those of its last payments are among the newest.
const mostPages = 20;

const isAbout = ({ data: { object } }: EventObject, ids: ReadonlySet<unknown>): boolean =>
  ids.has(object['id']) || ids.has(object['payment_intent']) || ids.has(object['setup_intent']);

// Before it comes no other event of the object. A checkout session has none.
const creations = new Set(['payment_intent.created', 'setup_intent.created']);

type Page = { readonly limit: number; readonly starting_after?: string };
type ListOf<A> = Pick<ListObject<A>, 'data' | 'has_more'>;

const none = { data: [], has_more: false };

const orNone = <A extends JsonObject>(list: E.Either<EngineFailure, ListObject<A>>): ListOf<A> =>
  E.isRight(list) ? list.right : none;

const done = (outcome: E.Either<EngineFailure, JsonObject>): E.Either<ProcessorError, JsonObject> =>
  pipe(outcome, E.mapLeft(toProcessorError));

/** Inspects an engine. */
export const inspectEngine = (engine: Engine): EngineInspection => {
  const { control } = engine;
  const retrievals = new Map<string, (id: string) => E.Either<EngineFailure, JsonObject>>([
    ['pi', (id) => control(engineOperations.retrieveIntent, { payment_intent: id })],
    ['ch', (id) => control(engineOperations.retrieveCharge, { charge: id })],
    ['py', (id) => control(engineOperations.retrieveCharge, { charge: id })],
    ['cus', (id) => control(engineOperations.retrieveCustomer, { customer: id })],
    ['re', (id) => control(engineOperations.retrieveRefund, { refund: id })],
    ['pyr', (id) => control(engineOperations.retrieveRefund, { refund: id })],
    ['mandate', (id) => control(engineOperations.retrieveMandate, { mandate: id })],
    ['du', (id) => control(engineOperations.retrieveDispute, { dispute: id })],
    ['evt', (id) => control(engineOperations.retrieveEvent, { event: id })],
    ['pm', (id) => control(engineOperations.retrievePaymentMethod, { payment_method: id })],
    ['seti', (id) => control(engineOperations.retrieveSetupIntent, { setup_intent: id })],
    ['cs', (id) => control(engineOperations.retrieveCheckoutSession, { session: id })],
    ['txn', (id) => control(engineOperations.retrieveBalanceTransaction, { id })],
    ['po', (id) => control(engineOperations.retrievePayout, { payout: id })],
    ['we', (id) => control(engineOperations.retrieveWebhookEndpoint, { webhook_endpoint: id })],
  ]);

  const pages: { readonly [O in ConsoleObjects]: (page: Page) => ListOf<JsonObject> } = {
    payments: (page) => orNone(control(engineOperations.listIntents, page)),
    sessions: (page) => orNone(control(engineOperations.listCheckoutSessions, page)),
    setups: (page) => orNone(control(engineOperations.listSetupIntents, page)),
    customers: (page) => orNone(control(engineOperations.listCustomers, page)),
    refunds: (page) => orNone(control(engineOperations.listRefunds, page)),
    disputes: (page) => orNone(control(engineOperations.listDisputes, page)),
    events: (page) => orNone(control(engineOperations.listEvents, page)),
  };

  return {
    counts: () => {
      const { intents, checkoutSessions, setupIntents, ...counts } = engine.counts();
      return { payments: intents, sessions: checkoutSessions, setups: setupIntents, ...counts };
    },
    list: (objects, limit, after) =>
      pages[objects]({ limit, ...(after === undefined ? {} : { starting_after: after }) }),
    linesOf: (session) =>
      orNone(control(engineOperations.listLineItems, { session, limit: shownLines })).data.map(
        ({ description, quantity }) => `${description}${quantity === 1 ? '' : ` × ${quantity}`}`,
      ),
    find: (id) => {
      const found = retrievals.get(id.split('_')[0] ?? '')?.(id);
      return found !== undefined && E.isRight(found) ? found.right : null;
    },
    eventsOf: (ids) => {
      const about: Array<EventObject> = [];
      let last: EventObject | undefined;
      for (let page = 0; page < mostPages; page += 1) {
        const { data, has_more } = orNone(
          control(engineOperations.listEvents, {
            limit: eventsAtOnce,
            ...(last === undefined ? {} : { starting_after: last.id }),
          }),
        );
        about.push(...data.filter((event) => isAbout(event, ids)));
        last = data.at(-1);
        const isWhole = about.some(
          ({ type, data: { object } }) => creations.has(type) && ids.has(String(object['id'])),
        );
        if (!has_more || isWhole) break;
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
      cancel: (intent) =>
        done(
          intent.startsWith('seti_')
            ? control(engineOperations.cancelSetupIntent, { setup_intent: intent })
            : control(engineOperations.cancelIntent, { payment_intent: intent }),
        ),
      expireSession: (session) =>
        done(control(engineOperations.expireCheckoutSession, { session })),
    },
    plannedFailures: engine.plannedFailures,
    forgetFailures: engine.forgetFailures,
    fixture: () => takeFixture(engine),
    onChange: (listener) => engine.onEvent(listener, listener),
  };
};
