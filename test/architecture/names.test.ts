import { expect } from 'chai';
import { exportedNames, readSources, type Sources, unusedExports } from './source-graph.js';

const endpoint =
  'a use case, and the operation of the in-memory processor that it calls in the end';

/** Names that two files may export, with the reason. */
const explained: { readonly [name: string]: string } = {
  closeDispute: endpoint,
  createCheckoutSession: endpoint,
  createCustomer: endpoint,
  deleteCustomer: endpoint,
  expireCheckoutSession: endpoint,
  listBalanceTransactions: endpoint,
  listCharges: endpoint,
  listCustomers: endpoint,
  listDisputes: endpoint,
  listEvents: endpoint,
  listPayouts: endpoint,
  listRefunds: endpoint,
  startFakeServer: 'the entry point, and the server to which it brings the port',
  updateCustomer: endpoint,
};

const namesTwice = (sources: Sources): ReadonlyArray<string> =>
  [...exportedNames(sources)]
    .filter(([name, files]) => files.length > 1 && !(name in explained))
    .map(([name, files]) => `${name}: ${files.join(', ')}`);

/** The entry points export names for users of the package. */
const withoutEntryPoints = (sources: Sources): Sources =>
  new Map([...sources].filter(([file]) => !/^src\/[^/]+$/.test(file)));

describe('exported names', () => {
  let sources: Sources;
  let importers: Sources;

  before(async () => {
    sources = await readSources('src');
    const others = await Promise.all(['test', 'bench'].map(readSources));
    importers = new Map([sources, ...others].flatMap((files) => [...files]));
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

  it('are imported by another file, be it an entry point, a test or a benchmark', () => {
    expect(unusedExports(withoutEntryPoints(sources), importers)).to.deep.equal([]);
  });

  it('fail the check when no file imports one of them', () => {
    const planted = new Map([
      ['src/domain/planted.ts', 'export const one = 1;\nexport type Two = 2;\n'],
      ['src/domain/other.ts', 'export const one = 1;\nexport const loaded = 3;\n'],
    ]);
    const planters = new Map([
      ...planted,
      ['src/index.ts', "export { type Two } from './domain/planted.js';\n"],
      ['test/planted.test.ts', "import { one as first } from '../src/domain/other.js';\n"],
      ['bench/planted.ts', "const { loaded } = await import('../src/domain/other.js');\n"],
    ]);
    expect(unusedExports(planted, planters)).to.deep.equal(['src/domain/planted.ts one']);
  });
});
