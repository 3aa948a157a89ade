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

  it('keeps pairs', () => {
    const [cell] = aCertificate.cells;
    if (cell === undefined) throw new Error('there is a cell');
    const second = { message: 'POST /v1/refunds #2', fault: 'killed_before' };
    const pairs = { cells: [cell, { ...cell, second }] };
    expect(readCertificate('shop.json', certificateFileText(pairs))).to.deep.equal(pairs);
  });

  for (const [what, wrong, says] of [
    ['cut in the middle', text.slice(0, text.length / 2), 'it is not JSON, or cut short'],
    ['nothing', '', 'it is not JSON, or cut short'],
    ['a list', '[]', 'its field object is not "pasarela.torture-certificate"'],
    ['cells that are no list', text.replace(/"cells": \[[^]*\]/, '"cells": 7'), 'cells'],
    ['a field of a newer version', text.replace('"mark"', '"shade":1,"mark"'), 'shade'],
    ['a pair without its fault', text.replace('"mark"', '"second":{},"mark"'), 'second'],
    ['no JSON', 'certificate', 'it is not JSON, or cut short'],
    ['another version', text.replace('"version": 1', '"version": 9'), 'this version of Pasarela'],
    [
      'another file',
      text.replace('torture-certificate', 'torture-replay'),
      'its field object is not',
    ],
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
