import { expect } from 'chai';
import { type FakeServer, startFakeServer } from '../../src/fake-server.js';
import { engineOperations } from '../../src/simulator/engine/operations.js';
import { complaintsAbout } from './complaints-about.js';
import { driveEverything } from './drive/drive-everything.js';
import { excuses, judge } from './excuses.js';
import { officialDocuments } from './official-document.js';
import { createRecorder, type Exchange, operationOf } from './recorder.js';

const drive = async (server: FakeServer): Promise<ReadonlyArray<Exchange>> => {
  const { httpClient, exchanges } = createRecorder();
  await driveEverything(server, { httpClient, maxNetworkRetries: 0 });
  return exchanges;
};

describe('the documents that Stripe publishes', () => {
  const driven: { exchanges: ReadonlyArray<Exchange> } = { exchanges: [] };

  before(async () => {
    const server = await startFakeServer({ seed: 1 });
    try {
      driven.exchanges = await drive(server);
    } finally {
      await server.close();
    }
  });

  it('every operation is called and succeeds', () => {
    const asked = new Set(driven.exchanges.map(operationOf));
    const left = Object.values(engineOperations).filter((operation) => !asked.has(operation));
    expect(left.map(({ method, path }) => `${method} ${path}`)).to.deep.equal([]);
  });

  it('no response contradicts them, except for the listed excuses', () => {
    const judgement = judge(complaintsAbout(officialDocuments, driven.exchanges), excuses);
    expect(judgement).to.deep.equal({ unexcused: [], unneeded: [] });
  });
});
