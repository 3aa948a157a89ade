import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { getEvent } from '../../../src/application/use-cases/get-event.js';
import { getPayment } from '../../../src/application/use-cases/get-payment.js';
import { listCustomers } from '../../../src/application/use-cases/list-customers.js';
import { listEvents } from '../../../src/application/use-cases/list-events.js';
import { listPayments } from '../../../src/application/use-cases/list-payments.js';
import { listRefunds } from '../../../src/application/use-cases/list-refunds.js';
import { CustomerId, EventId, PaymentIntentId, RefundId } from '../../../src/domain/ids.js';
import type { ProcessorRefused } from '../../../src/domain/payment-error.js';
import { decoded } from '../../support/inputs/decoded.js';
import { explodingDependencies } from '../../support/processors/exploding-dependencies.js';

const customer = decoded(CustomerId, 'cus_1');
const payment_intent = decoded(PaymentIntentId, 'pi_1');
const event = decoded(EventId, 'evt_1');
const refund = decoded(RefundId, 're_1');

const conflict = E.left({ _tag: 'ConflictingCursors' });

const both = <Id>(id: Id) => ({ starting_after: id, ending_before: id });

const missing = (param: string): ProcessorRefused => ({
  _tag: 'ProcessorRefused',
  status: 400,
  message: 'No such thing',
  code: 'resource_missing',
  param,
});

describe('lists (decision P10)', () => {
  it('refuse both cursors at once, and ask nobody', async () => {
    const deps = explodingDependencies;
    expect(await listCustomers(deps)(both(customer))()).to.deep.equal(conflict);
    expect(await listEvents(deps)(both(event))()).to.deep.equal(conflict);
    expect(await listPayments(deps)({ customer, ...both(payment_intent) })()).to.deep.equal(
      conflict,
    );
    expect(await listRefunds(deps)({ payment_intent, ...both(refund) })()).to.deep.equal(conflict);
  });

  it('of customers have ten items when nothing else is said', async () => {
    const list = listCustomers({
      listCustomers: ({ limit }) => TE.left(missing(`limit ${limit}`)),
    });
    expect(await list({})()).to.deep.equal(E.left(missing('limit 10')));
  });

  it('of payments hand on the processor, which knows no such cursor', async () => {
    const list = listPayments({
      listPaymentIntents: () => TE.left(missing('starting_after')),
    });
    expect(await list({ customer, starting_after: payment_intent })()).to.deep.equal(
      E.left(missing('starting_after')),
    );
  });

  it('of refunds tell a payment that does not exist from a cursor that does not', async () => {
    const unknown = listRefunds({ listRefunds: () => TE.left(missing('payment_intent')) });
    const lost = listRefunds({ listRefunds: () => TE.left(missing('starting_after')) });
    expect(await unknown({ payment_intent })()).to.deep.equal(
      E.left({ _tag: 'NotFound', resource: 'payment_intent' }),
    );
    expect(await lost({ payment_intent })()).to.deep.equal(E.left(missing('starting_after')));
  });

  it('of events name the cursor that does not exist', async () => {
    const { eventStore } = explodingDependencies;
    const list = listEvents({ eventStore: { ...eventStore, list: () => TE.right(O.none) } });
    const refusal = { _tag: 'UnknownCursor' };
    expect(await list({ starting_after: event })()).to.deep.equal(
      E.left({ _tag: 'InvalidInput', field: 'starting_after', refusal }),
    );
    expect(await list({ ending_before: event })()).to.deep.equal(
      E.left({ _tag: 'InvalidInput', field: 'ending_before', refusal }),
    );
  });
});

describe('what does not exist', () => {
  it('is not found as an event', async () => {
    const get = getEvent({ eventStore: { find: () => TE.right(O.none) } });
    expect(await get({ event })()).to.deep.equal(E.left({ _tag: 'NotFound', resource: 'event' }));
  });

  it('is not found as a payment', async () => {
    const get = getPayment({ retrievePaymentIntent: () => TE.left(missing('intent')) });
    expect(await get({ payment_intent })()).to.deep.equal(
      E.left({ _tag: 'NotFound', resource: 'payment_intent' }),
    );
  });
});
