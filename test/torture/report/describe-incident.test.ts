import { expect } from 'chai';
import { type IncidentDraft, incidentKinds } from '../../../src/torture/plan/incident.js';
import { describeIncident, incidentTitles } from '../../../src/torture/report/describe-incident.js';

const sentences: ReadonlyArray<readonly [IncidentDraft, string]> = [
  [{ kind: 'request_lost', call: 1 }, "the shop's first call is lost before the processor sees it"],
  [{ kind: 'answer_lost', call: 2 }, "the response to the shop's second call is lost"],
  [
    { kind: 'answer_cut', call: 12 },
    "the response to the shop's 12th call breaks off in the middle",
  ],
  [
    { kind: 'answer_late', call: 1, ms: 1500 },
    "the response to the shop's first call comes 1.5 s late",
  ],
  [
    { kind: 'refused', call: 1, status: 429 },
    "the shop's first call gets a 429, and nothing is done",
  ],
  [
    { kind: 'killed', call: 1, when: 'after' },
    "the shop is killed in the shop's first call, after the processor does the work",
  ],
  [
    { kind: 'killed_at_commit', of: 'update orders', commit: 1, when: 'before' },
    "the shop is killed before the shop's commit of update orders",
  ],
  [
    { kind: 'killed_at_commit', of: 'update orders', commit: 2, when: 'after' },
    "the shop is killed after the shop's second commit of update orders, before it is told",
  ],
  [
    { kind: 'commit_lost', of: 'insert events', commit: 1 },
    "the database makes the shop's commit of insert events, and the connection breaks before the shop is told",
  ],
  [
    { kind: 'connection_broken', of: 'insert events', commit: 1 },
    "the connection breaks before the shop's commit of insert events",
  ],
  [
    { kind: 'deadlock', of: 'insert events', commit: 1 },
    "the database takes the shop's commit of insert events back: deadlock",
  ],
  [
    { kind: 'killed_at_webhook', about: 'payment' },
    'the shop is killed while it handles a webhook about the payment',
  ],
  [
    { kind: 'killed_at_webhook', about: 'charge.succeeded', when: 'after' },
    'the shop is killed right after it responded to the webhook charge.succeeded',
  ],
  [
    { kind: 'killed_at_answer', request: 'come_back' },
    'the shop is killed right after it responded to the customer who comes back from 3D Secure',
  ],
  [
    { kind: 'reply_lost', request: 'refund' },
    "the shop's response to the staff that gives money back is lost",
  ],
  [
    { kind: 'killed', call: 2, to: 'POST /v1/refunds', when: 'answered' },
    "the shop is killed right after the response to the shop's second POST /v1/refunds",
  ],
  [
    { kind: 'answer_lost', call: 1, to: 'GET /v1/refunds', times: 3 },
    "the response to the shop's GET /v1/refunds is lost, up to 3 times in a row",
  ],
  [
    { kind: 'frozen', call: 1, when: 'before', ms: 900 },
    "the shop stands still for 900 ms in the shop's first call, before the processor does the work",
  ],
  [
    { kind: 'overtaken', call: 2, when: 'before', by: 'click', ms: 9 },
    "the shop's second call waits before the processor does the work while a second click runs",
  ],
  [
    { kind: 'overtaken', call: 1, when: 'after', by: 'webhooks', stops: 1, ms: 9 },
    "the shop's first call waits for its response while the handling of webhooks runs to its first call",
  ],
  [
    { kind: 'webhook_late', about: 'failure', ms: 400 },
    'webhooks about the failed payment come 400 ms late',
  ],
  [
    { kind: 'webhook_twice', about: 'refund', ms: 0 },
    'webhooks about the refund come twice, both at once',
  ],
  [
    { kind: 'webhook_twice', about: 'refund', ms: 250 },
    'webhooks about the refund come twice, 250 ms apart',
  ],
  [
    { kind: 'webhook_dropped', about: 'payment', tries: 2 },
    'webhooks about the payment arrive only at try 3',
  ],
  [
    { kind: 'webhooks_reversed', ms: 460 },
    'the webhooks are held for 460 ms, and come in reverse order',
  ],
  [
    { kind: 'webhook_first', call: 1 },
    "the webhooks of the shop's first call come before its response",
  ],
  [
    { kind: 'declined', code: 'expired_card', next: 'other_card' },
    'the first card is declined (expired_card), and the customer takes another card',
  ],
  [
    { kind: 'declined', code: 'generic_decline', next: 'leaves' },
    'the first card is declined (generic_decline), and the customer leaves',
  ],
  [
    { kind: 'challenged', ends: 'refused' },
    'the card asks for 3D Secure, which the customer fails',
  ],
  [
    { kind: 'challenged', ends: 'closed' },
    'the card asks for 3D Secure, which the customer passes without coming back',
  ],
  [
    { kind: 'challenged', ends: 'late' },
    'the card asks for 3D Secure, which the customer passes after coming back',
  ],
  [{ kind: 'debit_refused' }, 'the bank refuses the direct debit, after days'],
  [{ kind: 'double_click', ms: 0 }, 'the customer presses the button again at the same time'],
  [{ kind: 'second_tab', ms: 30 }, 'the customer pays in a second tab after 30 ms'],
  [{ kind: 'retries', key: 'same' }, 'a customer without a response tries again with the same key'],
  [{ kind: 'retries', key: 'other' }, 'a customer without a response tries again with another key'],
  [{ kind: 'refunded', parts: [500], atOnce: false }, 'the staff gives back 5.00 EUR'],
  [
    { kind: 'refunded', parts: [500, 300], atOnce: true },
    'the staff gives back 5.00 EUR and 3.00 EUR, all at once',
  ],
  [
    { kind: 'refunded', parts: [500, 300], atOnce: false },
    'the staff gives back 5.00 EUR and 3.00 EUR, one after the other',
  ],
  [
    { kind: 'refund_clicked_twice', ms: 20 },
    'the staff presses the button of the first refund again after 20 ms',
  ],
  [
    { kind: 'day_passes', call: 1 },
    "the response to the shop's first call is lost, and 25 hours pass",
  ],
  [
    { kind: 'day_passes', call: 1, seconds: 3660 },
    "the response to the shop's first call is lost, and 61 minutes pass",
  ],
  [{ kind: 'comes_back', seconds: 608_400 }, '169 hours pass before the customer comes back'],
  [{ kind: 'clock_off', seconds: 280 }, "the shop's clock is 5 minutes ahead"],
  [{ kind: 'clock_off', seconds: -280 }, "the shop's clock is 5 minutes behind"],
  [{ kind: 'events_late', seconds: 180 }, 'events are listed and sent 3 minutes late'],
];

describe('an incident in words', () => {
  for (const [incident, sentence] of sentences) {
    it(`says of ${incident.kind}: ${sentence}`, () => {
      expect(describeIncident({ id: '1.1', ...incident }, 'eur')).to.equal(sentence);
    });
  }

  it('has a sentence and a title for each kind', () => {
    const told = new Set(sentences.map(([{ kind }]) => kind));
    expect(incidentKinds.filter((kind) => !told.has(kind))).to.deep.equal([]);
    expect(Object.keys(incidentTitles).toSorted()).to.deep.equal([...incidentKinds].toSorted());
  });
});
