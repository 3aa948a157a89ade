import { expect } from 'chai';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import type { WireHash } from '../../../../src/simulator/engine/params/param.js';
import { ask } from '../../../adapters/outbound/memory/support/ask.js';
import {
  eventTypes,
  openShop,
  pay,
  type Shop,
} from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';

const madeRefund = (shop: Shop, form: WireHash = {}): string =>
  String(
    right(
      ask(shop.engine, engineOperations.createRefund, { payment_intent: pay(shop).id, ...form }),
    )['id'],
  );
const update = ({ engine }: Shop, refund: string, form: WireHash) =>
  ask(engine, engineOperations.updateRefund, { refund, ...form });

describe('an update of a refund', () => {
  it('changes the metadata, and emits events only if they change', () => {
    const shop = openShop();
    const id = madeRefund(shop, { metadata: { a: '1' } });
    const types = eventTypes(shop.engine, () => {
      const changed = right(update(shop, id, { metadata: { a: '', b: '2' } }));
      expect(changed).to.deep.include({ metadata: { b: '2' } });
      right(update(shop, id, { metadata: { b: '2' } }));
    });
    expect(types).to.deep.equal(['refund.updated', 'charge.refund.updated']);
    for (const [form, param] of [
      [{ reason: 'duplicate' }, 'reason'],
      [{ metadata: { ['k'.repeat(41)]: '1' } }, 'metadata'],
    ] as const) {
      expect(refusal(update(shop, id, form))).to.include({ status: 400, param });
    }
    expect(refusal(update(shop, 're_none', {}))).to.include({ status: 404, param: 'id' });
  });
});
