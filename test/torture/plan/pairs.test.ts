import { expect } from 'chai';
import { allFaults } from '../../../src/torture/plan/faults.js';
import { firstFaults, pairsOf } from '../../../src/torture/plan/pairs.js';
import { plansOfCells } from '../../../src/torture/plan/single-faults.js';
import { cellName } from '../../../src/torture/report/certificate-text.js';
import { seenShop } from '../../support/torture/seen-shop.js';

const everything = { refunds: true, advance: true };
const firsts = firstFaults(seenShop(), {});
const namesOf = (drafts: typeof firsts) => drafts.map(({ cell }) => cellName(cell));

describe('pairs of faults', () => {
  it('begin with a fault of a changing call, a kill or a lost answer', () => {
    const names = namesOf(firsts);
    const pay = 'POST /v1/payment_intents';
    expect(names.filter((name) => name.startsWith(`${pay} ×`))).to.deep.equal(
      [
        'request_lost',
        'answer_lost',
        'refused_500',
        'killed_before',
        'killed_after',
        'killed_answered',
      ].map((fault) => `${pay} × ${fault}`),
    );
    expect(names).to.include.members([
      'GET /v1/payment_intents/{id} × killed_before',
      'webhook payment_intent.succeeded × killed_accepted',
      'refunded: webhook charge.refunded × killed_handling',
      'answer to pay × reply_lost',
    ]);
    expect(names).not.to.include('GET /v1/payment_intents/{id} × answer_lost');
    // Created objects and charges tell nothing that the payment intent does not tell.
    const seen = seenShop();
    const [paid] = seen.journeys;
    if (paid === undefined) throw new Error('there is a journey');
    const types = ['charge.succeeded', 'payment_intent.created', 'refund.updated'];
    const messages = types.map((type) => ({ on: 'webhook' as const, type, ms: 3 }));
    expect(firstFaults({ ...seen, journeys: [{ ...paid, messages }] }, {})).to.deep.equal([]);
    const known = new Set(allFaults.map(({ name }) => name));
    expect(firsts.every(({ cell }) => known.has(cell.fault))).to.equal(true);
  });

  it('begin with kills at commits, where the database is seen', () => {
    const seen = seenShop();
    const [paid] = seen.journeys;
    if (paid === undefined) throw new Error('there is a journey');
    const messages = [{ on: 'commit' as const, of: 'update orders', commit: 1 }];
    const names = namesOf(firstFaults({ ...seen, journeys: [{ ...paid, messages }] }, {}));
    expect(names).to.deep.equal([
      'commit of update orders × killed_before_commit',
      'commit of update orders × killed_after_commit',
    ]);
  });

  it('go on with each fault of a message that came after it, while customers press again', () => {
    const draft = firsts.find(({ cell }) => cell.fault === 'killed_after');
    if (draft === undefined) throw new Error('there is a kill');
    const after = [
      {
        on: 'call' as const,
        to: 'POST /v1/payment_intents/{id}/confirm',
        call: 2,
        changes: true,
        hasKey: true,
        events: true,
      },
      { on: 'request' as const, request: 'pay' as const },
    ];
    const pairs = pairsOf({ draft, after }, seenShop(), {});
    expect(namesOf(pairs)).to.have.lengthOf(8);
    expect(namesOf(pairs)).to.include(
      'POST /v1/payment_intents × killed_after, then POST /v1/payment_intents/{id}/confirm #2 × answer_lost',
    );
    const { plans, unplayed } = plansOfCells(pairs, { seed: 1 }, everything, 1);
    expect(unplayed).to.deep.equal([]);
    const [planned] = plans.flatMap(({ cells }) => cells);
    expect(planned?.order.incidents.map(({ kind }) => kind)).to.deep.equal([
      'retries',
      'killed',
      'request_lost',
    ]);
    // That customers press again is no fault: it need not happen.
    expect(planned?.faults).to.deep.equal(['1.2', '1.3']);
  });
});
