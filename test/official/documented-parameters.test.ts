import { expect } from 'chai';
import { judgedParams } from './judged-params.js';
import { leftOut } from './left-out.js';
import { officialDocuments } from './official-document.js';

describe('the parameters that Stripe documents', () => {
  const params = judgedParams(officialDocuments.api);
  const of = (...verdicts: ReadonlyArray<string>) =>
    params.filter(({ verdict }) => verdicts.includes(verdict));
  const names = new Set(leftOut.flatMap((one) => one.names));
  const isLeftOut = (param: { readonly names: ReadonlyArray<string> }): boolean =>
    param.names.some((name) => names.has(name));

  it('are all known', () => {
    expect(params.length).to.be.greaterThan(800);
    expect(of('unknown').map(({ param }) => param)).to.deep.equal([]);
  });

  it('are accepted, except those that an ordinary card merchant does not send', () => {
    const refused = of('refused').filter((param) => !isLeftOut(param));
    expect(refused.map(({ param }) => param)).to.deep.equal([]);
  });

  it('are accepted if they are not on the list of those left out', () => {
    expect(
      of('taken')
        .filter(isLeftOut)
        .map(({ param }) => param),
    ).to.deep.equal([]);
    const refused = new Set(of('refused').flatMap((param) => param.names));
    expect([...names].filter((name) => !refused.has(name))).to.deep.equal([]);
  });
});
