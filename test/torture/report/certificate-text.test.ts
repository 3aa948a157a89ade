import { expect } from 'chai';
import {
  certificateSummary,
  certificateText,
  changesText,
  doubtAbout,
  openCells,
} from '../../../src/torture/report/certificate-text.js';
import { type Certificate, tooSlow } from '../../../src/torture/result/certificate.js';
import { aCertificate } from '../../support/torture/sample-certificate.js';

const pair = { journey: 'paid', message: 'POST /v1/refunds', fault: 'killed_after' };

const withPairs: Certificate = {
  cells: [
    ...aCertificate.cells,
    { ...pair, second: { message: 'order', fault: 'retries' }, mark: 'held', rules: [] },
    {
      ...pair,
      second: { message: 'POST /v1/refunds #2', fault: 'refused' },
      mark: 'broke',
      rules: ['stuck'],
    },
  ],
};

describe('a certificate as text', () => {
  it('is a sentence', () => {
    expect(certificateSummary(aCertificate)).to.equal(
      '2 of 4 single faults hold, and 2 could not be reached.',
    );
    expect(certificateSummary({ cells: [] })).to.equal('');
    expect(certificateSummary({ cells: aCertificate.cells.slice(0, 1) })).to.equal(
      '1 of 1 single fault holds.',
    );
  });

  it('counts pairs apart, and has them under their first fault', () => {
    expect(certificateSummary(withPairs)).to.equal(
      '2 of 4 single faults hold, and 2 could not be reached. 1 of 2 classes of pairs hold.',
    );
    expect(certificateText(withPairs).split('\n').slice(-4)).to.deep.equal([
      'POST /v1/refunds × killed_after, then',
      '  ✓ order × retries                held',
      '  ✗ POST /v1/refunds #2 × refused  broke stuck',
      '',
    ]);
    expect(openCells(withPairs)).to.include(
      '✗ POST /v1/refunds × killed_after, then POST /v1/refunds #2 × refused: stuck',
    );
    expect(certificateSummary({ cells: withPairs.cells.slice(-1) })).to.equal(
      '0 of 1 class of pairs holds.',
    );
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
    const second = { message: 'order', fault: 'declined' };
    if (held === undefined || broke === undefined) throw new Error('there are cells');
    expect(
      changesText({
        added: [held],
        gone: [held],
        unplayed: [
          { ...held, second },
          { ...broke, second },
        ],
        changed: [{ before: held, after: broke }],
      }),
    ).to.deep.equal([
      'not played: 2 pairs (--pairs plays them), whose earlier marks are kept',
      'new: order × nothing: held',
      'gone: order × nothing',
      'changed: POST /v1/refunds × killed_after: held before, broke refund_unknown and stuck now',
    ]);
    expect(changesText({ added: [], gone: [], unplayed: [held], changed: [] })).to.deep.equal([
      'not played: 1 single fault, whose earlier marks are kept',
    ]);
  });

  it('doubts marks where an order without any fault did not come to its end', () => {
    const [held] = aCertificate.cells;
    if (held === undefined) throw new Error('there are cells');
    const nothing = { ...held, fault: 'nothing', mark: 'broke' as const };
    expect(doubtAbout(aCertificate)).to.equal(null);
    expect(doubtAbout({ cells: [{ ...nothing, rules: ['wrong_amount'] }] })).to.equal(null);
    expect(
      doubtAbout({
        cells: [
          { ...nothing, rules: ['stuck'] },
          { ...nothing, journey: 'declined', rules: ['wrong_amount', 'stuck'] },
        ],
      }),
    ).to.equal(
      'Orders without any fault broke stuck: if the shop is right, it or the machine is too slow, and the results are not to be trusted. Run it on a quieter machine, or with a longer settle.patienceMs.',
    );
  });

  it('doubts marks where a webhook that was to be late was not', () => {
    const [held] = aCertificate.cells;
    if (held === undefined) throw new Error('there are cells');
    const late = { ...held, fault: 'webhook_late', mark: 'unreached' as const, why: tooSlow };
    expect(doubtAbout({ cells: [held, late] })).to.equal(
      'The shop or the machine was too slow for one fault: the results are not to be trusted. Run it on a quieter machine, or with a longer settle.patienceMs.',
    );
  });
});
