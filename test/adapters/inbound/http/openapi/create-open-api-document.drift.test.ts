import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import type { Example } from '../../../../../src/adapters/inbound/http/openapi/examples.js';
import examples from '../../../../../src/adapters/inbound/http/openapi/examples.json' with {
  type: 'json',
};
import { committedDocument } from './committed-document.js';
import { recordExamples } from './record-examples.js';

const renew = 'the file is out of date: run `npm run openapi`';

describe('The generated files in the repository', () => {
  const recorded: Array<Example> = [];

  before(async () => {
    recorded.push(...(await recordExamples()));
  });

  it('src/adapters/inbound/http/openapi/examples.json has the answers of the service', () => {
    expect(examples, renew).to.deep.equal(recorded);
  });

  it('docs/openapi.json is the document of the route table', async () => {
    const committed = await readFile('docs/openapi.json', 'utf8');
    expect(
      committed === `${JSON.stringify(committedDocument(recorded), null, 1)}\n`,
      renew,
    ).to.equal(true);
  });
});
