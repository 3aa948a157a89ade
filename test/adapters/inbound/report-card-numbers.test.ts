import { expect } from 'chai';
import { reportCardNumbers } from '../../../src/adapters/inbound/report-card-numbers.js';

const message = 'texts of a request have card numbers: tell the client not to send them';

describe('reportCardNumbers', () => {
  const reporting = () => {
    const lines: Array<unknown> = [];
    const log = (...line: ReadonlyArray<unknown>): void => void lines.push(line);
    return { lines, report: reportCardNumbers({ info: log, warn: log, error: log }) };
  };

  it('logs each field once for an operation and a client', () => {
    const { lines, report } = reporting();
    report('createPaymentIntent', ['description'], 'shop')();
    report('createPaymentIntent', ['description', 'metadata.note'], 'shop')();
    report('createPaymentIntent', ['description'], 'till')();
    report('createCustomer', ['name'])();
    const operation = 'createPaymentIntent';
    expect(lines).to.deep.equal([
      [message, { operation, fields: 'description', client: 'shop' }],
      [message, { operation, fields: 'metadata.note', client: 'shop' }],
      [message, { operation, fields: 'description', client: 'till' }],
      [message, { operation: 'createCustomer', fields: 'name' }],
    ]);
  });

  it('logs at most twenty fields, whatever keys metadata has', () => {
    const { lines, report } = reporting();
    for (let n = 0; n < 30; n += 1) report('createCustomer', [`metadata.k${n}`])();
    expect(lines).to.have.length(20);
  });
});
