import { expect } from 'chai';
import { TortureProblem } from '../../../src/torture/options/torture-problem.js';
import {
  certificateFileText,
  readCertificate,
} from '../../../src/torture/report/certificate-file.js';
import { aCertificate } from '../../support/torture/sample-certificate.js';

describe('the file of a certificate', () => {
  const text = certificateFileText(aCertificate);

  it('is read as it was written, and has a line for each cell', () => {
    expect(readCertificate('shop.json', text)).to.deep.equal(aCertificate);
    expect(text.split('\n').filter((line) => line.includes('"fault"'))).to.have.lengthOf(
      aCertificate.cells.length,
    );
    expect(text.endsWith('}\n')).to.equal(true);
  });

  for (const [what, wrong, says] of [
    ['no JSON', 'certificate', 'certificate'],
    ['another version', text.replace('"version": 1', '"version": 9'), 'this version of Pasarela'],
    ['another file', text.replace('torture-certificate', 'torture-replay'), 'certificate.object'],
    ['an unknown mark', text.replace('"broke"', '"bent"'), 'mark'],
  ] as const) {
    it(`is refused with a clear message: ${what}`, () => {
      expect(() => readCertificate('shop.json', wrong))
        .to.throw(TortureProblem)
        .with.property('message')
        .that.includes('shop.json')
        .and.includes(says);
    });
  }
});
