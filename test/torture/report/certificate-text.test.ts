import { expect } from 'chai';
import {
  certificateSummary,
  certificateText,
  changesText,
  openCells,
} from '../../../src/torture/report/certificate-text.js';
import { aCertificate } from '../../support/torture/sample-certificate.js';

describe('a certificate as text', () => {
  it('is a sentence', () => {
    expect(certificateSummary(aCertificate)).to.equal(
      '2 of 4 single faults hold, and 2 could not be reached.',
    );
    expect(certificateSummary({ cells: [] })).to.equal('');
  });

  it('is a line for each cell, under its message', () => {
    expect(certificateText(aCertificate).split('\n').slice(2, 8)).to.deep.equal([
      'order',
      '  ✓ nothing       held',
      '',
      'POST /v1/refunds',
      '  ✗ killed_after  broke refund_unknown and stuck',
      '  – day_passes    could not be reached: the driver has no advance()',
    ]);
  });

  it('lists what did not hold, and the reasons for what was not reached', () => {
    expect(openCells(aCertificate)).to.deep.equal([
      '✗ POST /v1/refunds × killed_after: refund_unknown and stuck',
      '✗ POST /v1/refunds × reply_lost: stuck',
      '– POST /v1/refunds × day_passes; declined: order × events_late: the driver has no advance()',
    ]);
  });

  it('tells changes', () => {
    const [held, broke] = aCertificate.cells;
    if (held === undefined || broke === undefined) throw new Error('there are cells');
    expect(
      changesText({ added: [held], gone: [held], changed: [{ before: held, after: broke }] }),
    ).to.deep.equal([
      'new: order × nothing: held',
      'gone: order × nothing',
      'changed: POST /v1/refunds × killed_after: held before, broke refund_unknown and stuck now',
    ]);
  });
});
