import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import type { Example } from '../../../../../src/adapters/inbound/http/openapi/examples.js';
import examples from '../../../../../src/adapters/inbound/http/openapi/examples.json' with {
  type: 'json',
};
import { committedDocument } from './committed-document.js';
import { recordExamples } from './record-examples.js';

const renew = 'it has drifted: `npm run openapi` renews it';

describe('What is generated and committed', () => {
  const recorded: Array<Example> = [];

  before(async () => {
    recorded.push(...(await recordExamples()));
  });

  it('src/adapters/inbound/http/openapi/examples.json is what the service answers', () => {
    expect(examples, renew).to.deep.equal(recorded);
  });

  it('docs/openapi.json is the document of the table', async () => {
    const committed = await readFile('docs/openapi.json', 'utf8');
    expect(
      committed === `${JSON.stringify(committedDocument(recorded), null, 2)}\n`,
      renew,
    ).to.equal(true);
  });
});
