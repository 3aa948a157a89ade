import { expect } from 'chai';
import { hasField, valueAt } from '../../../../src/adapters/outbound/look-ups/has-field.js';

describe('the fields of an object of the processor', () => {
  const intent = { amount: 1999, description: null, metadata: { order: '42', gift: 'yes' } };

  it('are found at a path', () => {
    expect([
      valueAt(intent, 'metadata', 'order'),
      valueAt(intent, 'amount', 'order'),
      valueAt(intent, 'shipping', 'name'),
      valueAt(null, 'amount'),
    ]).to.deep.equal(['42', undefined, undefined, undefined]);
  });

  it('have the value that an update asked for', () => {
    expect([
      hasField(intent, 'amount', 1999),
      hasField(intent, 'description', ''),
      hasField(intent, 'shipping', ''),
      hasField(intent, 'metadata', { order: '42' }),
      hasField(intent, 'metadata', { note: '' }),
    ]).to.deep.equal([true, true, true, true, true]);
    expect([
      hasField(intent, 'amount', 2000),
      hasField(intent, 'metadata', { order: '43' }),
      hasField(intent, 'metadata', { gift: '' }),
      hasField(intent, 'shipping', { name: 'Eva' }),
    ]).to.deep.equal([false, false, false, false]);
  });
});
