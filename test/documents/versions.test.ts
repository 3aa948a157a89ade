import { expect } from 'chai';
import { accountApiVersion } from '../../src/simulator/engine/objects/object.js';
import { firstVersions } from '../../src/simulator/wire/api-version.js';
import { pages } from './pages.js';

const text = pages.find(({ file }) => file === 'docs/stripe-coverage.md')?.text ?? '';

describe('docs/stripe-coverage.md', () => {
  it('lists the versions with a change, each with its page of the changelog if there is one', () => {
    const rows = [...text.matchAll(/^\| (\d{4}-\d{2}-\d{2}) \| .* \| \[\w+\]\((.*)\) \|$/gm)];
    const versions = rows.map(([, version]) => version);
    expect(versions).to.deep.equal(Object.values(firstVersions));
    for (const [, version = '', source = ''] of rows) {
      const page = /changelog\/(?:[a-z]+\/)?([\d-]+)\//.exec(source)?.[1];
      expect([version, undefined], source).to.include(page);
    }
  });

  it('names the version of accounts', () => {
    expect(text).to.contain(`\`${accountApiVersion}\``);
  });
});
