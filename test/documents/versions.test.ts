import { expect } from 'chai';
import { accountApiVersion } from '../../src/adapters/outbound/memory/engine/objects/object.js';
import { firstVersions } from '../../src/fake-server/wire/api-version.js';
import { pages } from './pages.js';

const text = pages.find(({ file }) => file === 'docs/versions.md')?.text ?? '';

describe('docs/versions.md', () => {
  it('lists the versions with a change, each with its page of the changelog', () => {
    const rows = [
      ...text.matchAll(
        /^\| (\d{4}-\d{2}-\d{2}) \| .* \| \[changelog\]\(https:\/\/docs\.stripe\.com\/changelog\/(?:[a-z]+\/)?([\d-]+)\//gm,
      ),
    ];
    expect(rows.map(([, version]) => version)).to.deep.equal(rows.map(([, , source]) => source));
    expect(new Set(rows.map(([, version]) => version))).to.deep.equal(
      new Set(Object.values(firstVersions)),
    );
  });

  it('names the version of accounts', () => {
    expect(text).to.contain(`\`${accountApiVersion}\``);
  });
});
