import type { Certificate } from '../../../src/torture/result/certificate.js';

/** A certificate with every mark. */
export const aCertificate: Certificate = {
  cells: [
    { journey: 'paid', message: 'order', fault: 'nothing', mark: 'held', rules: [] },
    {
      journey: 'paid',
      message: 'POST /v1/refunds',
      fault: 'killed_after',
      mark: 'broke',
      rules: ['refund_unknown', 'stuck'],
    },
    {
      journey: 'paid',
      message: 'POST /v1/refunds',
      fault: 'day_passes',
      mark: 'unreached',
      rules: [],
      why: 'the driver has no advance()',
    },
    {
      journey: 'paid',
      message: 'POST /v1/refunds',
      fault: 'reply_lost',
      mark: 'broke',
      rules: ['stuck'],
    },
    { journey: 'declined', message: 'order', fault: 'nothing', mark: 'held', rules: [] },
    {
      journey: 'declined',
      message: 'order',
      fault: 'events_late',
      mark: 'unreached',
      rules: [],
      why: 'the driver has no advance()',
    },
  ],
};
