import { expect } from 'chai';
import { createPort } from '../../../../src/adapters/outbound/memory/create-port.js';
import { CardId, CustomerId, TokenId } from '../../../../src/domain/ids.js';
import { createMemoryProcessor } from '../../../../src/memory.js';
import { decoded } from '../../../support/inputs/decoded.js';
import { at } from '../../../support/json/at.js';
import { left } from '../stripe/support/outcomes.js';
import { openShop } from './support/open-shop.js';
import { right } from './support/outcomes.js';

const tok = (id: string) => decoded(TokenId, id);

describe('cards of customers', () => {
  it('are of both kinds, listed newest first, each with its default', async () => {
    const { engine, customer: id } = openShop();
    const customer = decoded(CustomerId, id);
    const sources = createPort(engine);
    const methods = createPort(engine, { cards: 'payment_methods' });
    const first = right(await sources.createCard({ customer, source: tok('tok_visa') })());
    const second = right(await methods.createCard({ customer, source: tok('tok_amex') })());
    expect([first.id, second.id].map((one) => one.split('_')[0])).to.deep.equal(['card', 'pm']);
    expect(second).to.include({
      object: 'card',
      brand: 'American Express',
      customer,
      cvc_check: 'pass',
    });
    for (const processor of [sources, methods]) {
      const { data } = right(await processor.listCards({ customer, limit: 10 })());
      expect(data).to.deep.equal([second, first]);
      const updated = right(
        await processor.updateCustomer({
          customer,
          default_source: decoded(CardId, second.id),
        })(),
      );
      expect([
        updated.default_source,
        at(updated, 'invoice_settings.default_payment_method'),
      ]).to.deep.equal([first.id, second.id]);
    }
    right(await sources.deleteCard({ customer, card: decoded(CardId, second.id) })());
    right(await methods.deleteCard({ customer, card: decoded(CardId, first.id) })());
    expect(right(await sources.listCards({ customer, limit: 10 })()).data).to.deep.equal([]);
  });

  it('are refused as sources when cardTokens is false', async () => {
    const processor = createMemoryProcessor({ cardTokens: false });
    const { id } = right(await processor.createCustomer({})());
    const customer = decoded(CustomerId, id);
    const error = left(await processor.createCard({ customer, source: tok('tok_visa') })());
    expect(error).to.deep.include({ _tag: 'ProcessorRefused', status: 400, code: null });
    expect(error)
      .to.have.property('message')
      .that.matches(/^Card Token usage .* end of life\./);
  });

  for (const on of ['createCard', 'attach'] as const) {
    it(`as payment methods are hit by failures that are planned for ${on}`, async () => {
      const processor = createMemoryProcessor({ cards: 'payment_methods' });
      const { id } = right(await processor.createCustomer({})());
      const customer = decoded(CustomerId, id);
      const create = processor.createCard(
        { customer, source: tok('tok_visa') },
        { idempotencyKey: 'k' },
      );
      processor.controls.failNext({ on, with: 'unreachable' });
      expect(left(await create())).to.deep.include({ outcome: 'unknown' });
      processor.controls.failNext({ on, with: 'timeout_after' });
      expect(left(await create())).to.deep.include({ outcome: 'unknown' });
      const card = right(await create());
      const { data } = right(await processor.listCards({ customer, limit: 10 })());
      expect(data).to.deep.equal([card]);
    });
  }
});
