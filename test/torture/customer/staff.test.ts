import { expect } from 'chai';
import { createStaff } from '../../../src/torture/customer/staff.js';
import type { RefundAnswer } from '../../../src/torture/options/driver.js';
import type { Incident } from '../../../src/torture/plan/incident.js';
import { orderWith, shopOfAnswers } from './shop-of-answers.js';

const refunded: RefundAnswer = { outcome: 'refunded' };
const failed: RefundAnswer = { outcome: 'failed' };
const silence = new Error('fetch failed');

const parts = (atOnce: boolean, ...amounts: ReadonlyArray<number>): Incident => ({
  id: 'r',
  kind: 'refunded',
  parts: amounts,
  atOnce,
});
const twice: Incident = { id: 't', kind: 'refund_clicked_twice', ms: 0 };

describe('the staff', () => {
  it('does nothing without a planned refund', async () => {
    const { shopping, asked } = shopOfAnswers({ refund: [] });
    await createStaff(orderWith(), shopping).refund('W-9');
    expect(asked).to.deep.equal([]);
  });

  it('does nothing in a shop without refunds', async () => {
    const { shopping, happened } = shopOfAnswers({});
    await createStaff(orderWith(parts(false, 5)), shopping).refund('W-9');
    expect(happened()).to.deep.equal([]);
  });

  for (const atOnce of [false, true]) {
    it(`gives money back in parts${atOnce ? ', at once' : ''}`, async () => {
      const { shopping, asked, happened } = shopOfAnswers({ refund: [refunded, failed] });
      const staff = createStaff(orderWith(parts(atOnce, 500, 700)), shopping);
      await staff.refund('W-9');
      expect(asked).to.deep.equal(['refund o17-abc-r1 500 of W-9', 'refund o17-abc-r2 700 of W-9']);
      expect(happened()).to.deep.equal(['r']);
      expect(staff.asked()).to.deep.equal([
        { id: 'o17-abc-r1', amount: 500, answer: refunded },
        { id: 'o17-abc-r2', amount: 700, answer: failed },
      ]);
    });
  }

  it('presses the first button twice, and believes the better answer', async () => {
    const { shopping, asked, happened } = shopOfAnswers({ refund: [failed, refunded] });
    const staff = createStaff(orderWith(parts(false, 500), twice), shopping);
    await staff.refund('o17-abc');
    expect(asked).to.deep.equal(Array(2).fill('refund o17-abc-r1 500 of o17-abc'));
    expect(happened()).to.deep.equal(['r', 't']);
    expect(staff.asked()).to.deep.equal([{ id: 'o17-abc-r1', amount: 500, answer: refunded }]);
  });

  it('presses again while nobody answers, where customers do', async () => {
    const { shopping, asked, happened } = shopOfAnswers({ refund: [silence, refunded] });
    const retries: Incident = { id: 'a', kind: 'retries', key: 'same' };
    const staff = createStaff(orderWith(parts(false, 500), retries), shopping);
    await staff.refund('W-9');
    expect(asked).to.have.lengthOf(2);
    expect(happened()).to.deep.equal(['r', 'a']);
    expect(staff.isInDoubt()).to.equal(false);
  });

  for (const [by, presses] of [
    ['click', 2],
    ['tab', 1],
  ] as const) {
    it(`presses a button again while its call waits for a second ${by}: ${presses} in all`, async () => {
      const { shopping, asked } = shopOfAnswers({ refund: [refunded, failed] });
      const { driver } = shopping;
      const overtaken: Incident = { id: 'o', kind: 'overtaken', call: 2, when: 'after', by, ms: 9 };
      const staff = createStaff(orderWith(parts(false, 500), overtaken), {
        ...shopping,
        driver: {
          ...driver,
          refund: async (given, context) => {
            await new Promise((resolve) => setImmediate(resolve));
            if (asked.length === 0) shopping.journal.add(17, { kind: 'held', incident: 'o' });
            return (await driver.refund?.(given, context)) ?? failed;
          },
        },
      });
      await staff.refund('W-9');
      expect(asked).to.have.lengthOf(presses);
      expect(staff.asked()).to.deep.equal([{ id: 'o17-abc-r1', amount: 500, answer: refunded }]);
    });
  }

  it('repeats refunds without an answer, with their ids', async () => {
    const { shopping, asked } = shopOfAnswers({ refund: [silence, refunded, refunded] });
    const staff = createStaff(orderWith(parts(false, 500, 700)), shopping);
    await staff.refund('W-9');
    expect(staff.isInDoubt()).to.equal(true);
    await staff.repeat();
    expect(staff.isInDoubt()).to.equal(false);
    expect(asked.at(-1)).to.equal('refund o17-abc-r1 500 of W-9');
    expect(staff.asked()[0]).to.deep.equal({ id: 'o17-abc-r1', amount: 500, answer: refunded });
  });
});
