import { expect } from 'chai';
import { exportedNames, readSources, type Sources } from './source-graph.js';

const endpoint =
  'a use case, and the operation of the in-memory processor that it calls in the end';

/** Names that two files may export, with the reason. */
const explained: { readonly [name: string]: string } = {
  createCustomer: endpoint,
  deleteCustomer: endpoint,
  listCustomers: endpoint,
  listEvents: endpoint,
  listRefunds: endpoint,
  updateCustomer: endpoint,
};

const namesTwice = (sources: Sources): ReadonlyArray<string> =>
  [...exportedNames(sources)]
    .filter(([name, files]) => files.length > 1 && !(name in explained))
    .map(([name, files]) => `${name}: ${files.join(', ')}`);

describe('exported names', () => {
  let sources: Sources;

  before(async () => {
    sources = await readSources('src');
  });

  it('are unique', () => {
    expect(namesTwice(sources)).to.deep.equal([]);
  });

  it('fail the check when a second file exports one of them', () => {
    const planted = new Map([...sources, ['src/planted.ts', 'export type PaymentError = 1;\n']]);
    expect(namesTwice(planted)).to.deep.equal([
      'PaymentError: src/domain/payment-error.ts, src/planted.ts',
    ]);
  });

  it('are on the list of exceptions only if two files export them', () => {
    const names = exportedNames(sources);
    const stale = Object.keys(explained).filter((name) => (names.get(name)?.length ?? 0) < 2);
    expect(stale).to.deep.equal([]);
  });
});
