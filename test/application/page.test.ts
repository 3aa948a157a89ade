import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { page } from '../../src/application/page.js';
import { listCustomers } from '../../src/application/use-cases/list-customers.js';
import { listEvents } from '../../src/application/use-cases/list-events.js';
import { listPayments } from '../../src/application/use-cases/list-payments.js';
import { listRefunds } from '../../src/application/use-cases/list-refunds.js';
import { CustomerId, EventId, PaymentIntentId, RefundId } from '../../src/domain/ids.js';
import type { ProcessorRefused } from '../../src/domain/payment-error.js';
import { decoded } from '../support/inputs/decoded.js';
import { explodingDependencies } from '../support/processors/exploding-dependencies.js';

describe('page (decision P10)', () => {
  it('uses the default limit when none is given', () => {
    expect(page(20)({})).to.deep.equal(E.right({ limit: 20 }));
  });

  it('keeps the given limit and the given cursor', () => {
    expect(page(20)({ limit: 5, starting_after: 'pi_1' })).to.deep.equal(
      E.right({ limit: 5, starting_after: 'pi_1' }),
    );
    expect(page(20)({ ending_before: 'pi_1' })).to.deep.equal(
      E.right({ limit: 20, ending_before: 'pi_1' }),
    );
  });

  it('refuses both cursors', () => {
    expect(page(20)({ starting_after: 'pi_1', ending_before: 'pi_2' })).to.deep.equal(
      E.left({ _tag: 'ConflictingCursors' }),
    );
  });
});

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
  it('refuse both cursors without calling the processor or the store', async () => {
    const deps = explodingDependencies;
    expect(await listCustomers(deps)(both(customer))()).to.deep.equal(conflict);
    expect(await listEvents(deps)(both(event))()).to.deep.equal(conflict);
    expect(await listPayments(deps)({ customer, ...both(payment_intent) })()).to.deep.equal(
      conflict,
    );
    expect(await listRefunds(deps)({ payment_intent, ...both(refund) })()).to.deep.equal(conflict);
  });

  it('of customers have ten items by default', async () => {
    const list = listCustomers({
      listCustomers: ({ limit }) => TE.left(missing(`limit ${limit}`)),
    });
    expect(await list({})()).to.deep.equal(E.left(missing('limit 10')));
  });

  it("of payments return the processor's error about an unknown cursor", async () => {
    const list = listPayments({
      listPaymentIntents: () => TE.left(missing('starting_after')),
    });
    expect(await list({ customer, starting_after: payment_intent })()).to.deep.equal(
      E.left(missing('starting_after')),
    );
  });

  it('of refunds distinguish an unknown payment from an unknown cursor', async () => {
    const unknown = listRefunds({ listRefunds: () => TE.left(missing('payment_intent')) });
    const lost = listRefunds({ listRefunds: () => TE.left(missing('starting_after')) });
    expect(await unknown({ payment_intent })()).to.deep.equal(
      E.left({ _tag: 'NotFound', resource: 'payment_intent' }),
    );
    expect(await lost({ payment_intent })()).to.deep.equal(E.left(missing('starting_after')));
  });

  it('of events name the unknown cursor', async () => {
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
