import { amountText } from '../../domain/amount-text.js';
import { listText } from '../judge/words.js';
import type { Incident, IncidentKind, IncidentOf, WebhookSubject } from '../plan/incident.js';
import { durationText, ordinalText } from './wording.js';

const subjects: { readonly [S in WebhookSubject]: string } = {
  payment: 'the payment',
  failure: 'the failed payment',
  refund: 'the refund',
};

const callText = (call: number): string => `the shop's ${ordinalText(call)} call`;

const laterText = (ms: number): string =>
  ms === 0 ? 'at the same time' : `after ${durationText(ms)}`;

const partsText = ({ parts, atOnce }: IncidentOf<'refunded'>): string => {
  if (parts.length < 2) return '';
  return atOnce ? ', all at once' : ', one after the other';
};

/** Describes an incident as a clause: `the answer to the shop's second call is lost`. */
export const describeIncident = (incident: Incident, currency: string): string => {
  switch (incident.kind) {
    case 'request_lost':
      return `${callText(incident.call)} is lost before the processor sees it`;
    case 'answer_lost':
      return `the answer to ${callText(incident.call)} is lost`;
    case 'answer_cut':
      return `the answer to ${callText(incident.call)} breaks off in the middle`;
    case 'answer_late':
      return `the answer to ${callText(incident.call)} comes ${durationText(incident.ms)} late`;
    case 'refused':
      return `${callText(incident.call)} is answered ${incident.status}, and nothing is done`;
    case 'killed':
      return `the shop is killed in ${callText(incident.call)}, ${incident.when} the processor does the work`;
    case 'killed_at_webhook':
      return `the shop is killed while it handles a webhook about ${subjects[incident.about]}`;
    case 'frozen':
      return `the shop stands still for ${durationText(incident.ms)} in ${callText(incident.call)}, ${incident.when} the processor does the work`;
    case 'webhook_late':
      return `webhooks about ${subjects[incident.about]} come ${durationText(incident.ms)} late`;
    case 'webhook_twice':
      return incident.ms === 0
        ? `webhooks about ${subjects[incident.about]} come twice, both at once`
        : `webhooks about ${subjects[incident.about]} come twice, ${durationText(incident.ms)} apart`;
    case 'webhook_dropped':
      return `webhooks about ${subjects[incident.about]} arrive only at try ${incident.tries + 1}`;
    case 'webhooks_reversed':
      return `the webhooks are held for ${durationText(incident.ms)}, and come in reverse order`;
    case 'webhook_first':
      return `the webhooks of ${callText(incident.call)} come before its answer`;
    case 'declined':
      return `the first card is declined (${incident.code}), and the customer ${incident.next === 'leaves' ? 'leaves' : 'takes another card'}`;
    case 'challenged':
      return {
        approved: 'the card asks for 3D Secure, which the customer passes',
        refused: 'the card asks for 3D Secure, which the customer fails',
        left: 'the card asks for 3D Secure, which the customer leaves alone',
        closed: 'the card asks for 3D Secure, which the customer passes without coming back',
        late: 'the card asks for 3D Secure, which the customer passes after coming back',
      }[incident.ends];
    case 'debit_refused':
      return 'the bank refuses the direct debit, after days';
    case 'double_click':
      return `the customer presses the button again ${laterText(incident.ms)}`;
    case 'second_tab':
      return `the customer pays in a second tab ${laterText(incident.ms)}`;
    case 'retries':
      return `a customer without an answer tries again with ${incident.key === 'same' ? 'the same key' : 'another key'}`;
    case 'refunded':
      return `the staff gives back ${listText(incident.parts.map((part) => amountText(part, currency)))}${partsText(incident)}`;
    case 'refund_clicked_twice':
      return `the staff presses the button of the first refund again ${laterText(incident.ms)}`;
    case 'day_passes':
      return `the answer to ${callText(incident.call)} is lost, and 25 hours pass`;
    case 'events_late':
      return `events are listed and sent ${durationText(incident.seconds * 1000)} late`;
  }
};

/** Describes a kind of incident, for tables. */
export const incidentTitles: { readonly [K in IncidentKind]: string } = {
  request_lost: 'request lost before the work',
  answer_lost: 'answer lost after the work',
  answer_cut: 'answer cut short',
  answer_late: 'answer late',
  refused: 'answered 409, 429 or 500',
  killed: 'shop killed in a call',
  killed_at_webhook: 'shop killed at a webhook',
  frozen: 'shop frozen in a call',
  webhook_late: 'webhook late',
  webhook_twice: 'webhook twice',
  webhook_dropped: 'webhook dropped, then sent again',
  webhooks_reversed: 'webhooks in reverse order',
  webhook_first: 'webhook before the answer',
  declined: 'card declined',
  challenged: '3D Secure',
  debit_refused: 'direct debit refused after days',
  double_click: 'double click',
  second_tab: 'second tab',
  retries: 'customer tries again',
  refunded: 'refunds',
  refund_clicked_twice: 'refund clicked twice',
  day_passes: '25 hours pass',
  events_late: 'events late',
};
