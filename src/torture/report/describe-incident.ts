import { amountText } from '../../domain/money/amount-text.js';
import { listText } from '../../domain/text/words.js';
import {
  dayPasses,
  type Incident,
  type IncidentAtCall,
  type IncidentKind,
  type IncidentOf,
  type RequestName,
} from '../plan/incident.js';
import { durationText, ordinalText } from './wording.js';

const subjects: Readonly<Record<string, string>> = {
  payment: 'about the payment',
  failure: 'about the failed payment',
  refund: 'about the refund',
};

const webhooksText = (about: string): string => `webhooks ${subjects[about] ?? about}`;

const webhookText = (about: string): string => {
  const subject = subjects[about];
  return subject === undefined ? `the webhook ${about}` : `a webhook ${subject}`;
};

const requests: { readonly [R in RequestName]: readonly [whom: string, about: string] } = {
  pay: ['the customer', 'who pays'],
  come_back: ['the customer', 'who comes back from 3D Secure'],
  refund: ['the staff', 'that gives money back'],
};

const callText = ({ call, to }: Pick<IncidentAtCall, 'call' | 'to'>): string => {
  if (to === undefined) return `the shop's ${ordinalText(call)} call`;
  return `the shop's ${call === 1 ? '' : `${ordinalText(call)} `}${to}`;
};

const commitText = ({ of, commit }: Pick<IncidentOf<'commit_lost'>, 'of' | 'commit'>): string =>
  `the shop's ${commit === 1 ? '' : `${ordinalText(commit)} `}commit of ${of}`;

const timesText = ({ times = 1 }: { readonly times?: number }): string =>
  times === 1 ? '' : `, up to ${times} times in a row`;

const overtakers: { readonly [B in IncidentOf<'overtaken'>['by']]: string } = {
  click: 'a second click',
  tab: 'a second tab',
  webhooks: 'the handling of webhooks',
};

const laterText = (ms: number): string =>
  ms === 0 ? 'at the same time' : `after ${durationText(ms)}`;

const partsText = ({ parts, atOnce }: IncidentOf<'refunded'>): string => {
  if (parts.length < 2) return '';
  return atOnce ? ', all at once' : ', one after the other';
};

/** Describes an incident as a clause: `the response to the shop's second call is lost`. */
export const describeIncident = (incident: Incident, currency: string): string => {
  switch (incident.kind) {
    case 'request_lost':
      return `${callText(incident)} is lost before the processor sees it${timesText(incident)}`;
    case 'answer_lost':
      return `the response to ${callText(incident)} is lost${timesText(incident)}`;
    case 'answer_cut':
      return `the response to ${callText(incident)} breaks off in the middle${timesText(incident)}`;
    case 'answer_late':
      return `the response to ${callText(incident)} comes ${durationText(incident.ms)} late`;
    case 'refused':
      return `${callText(incident)} gets a ${incident.status}, and nothing is done${timesText(incident)}`;
    case 'killed':
      return incident.when === 'answered'
        ? `the shop is killed right after the response to ${callText(incident)}`
        : `the shop is killed in ${callText(incident)}, ${incident.when} the processor does the work`;
    case 'killed_at_webhook':
      return `the shop is killed ${incident.when === 'after' ? 'right after it responded to' : 'while it handles'} ${webhookText(incident.about)}`;
    case 'killed_at_answer': {
      const [whom, about] = requests[incident.request];
      return `the shop is killed right after it responded to ${whom} ${about}`;
    }
    case 'reply_lost': {
      const [whom, about] = requests[incident.request];
      return `the shop's response to ${whom} ${about} is lost`;
    }
    case 'frozen':
      return `the shop stands still for ${durationText(incident.ms)} in ${callText(incident)}, ${incident.when} the processor does the work`;
    case 'overtaken': {
      const rest =
        incident.stops === undefined ? 'runs' : `runs to its ${ordinalText(incident.stops)} call`;
      return `${callText(incident)} waits ${incident.when === 'before' ? 'before the processor does the work' : 'for its response'} while ${overtakers[incident.by]} ${rest}`;
    }
    case 'killed_at_commit':
      return incident.when === 'before'
        ? `the shop is killed before ${commitText(incident)}`
        : `the shop is killed after ${commitText(incident)}, before it is told`;
    case 'commit_lost':
      return `the database makes ${commitText(incident)}, and the connection breaks before the shop is told`;
    case 'connection_broken':
      return `the connection breaks before ${commitText(incident)}`;
    case 'deadlock':
      return `the database takes ${commitText(incident)} back: deadlock`;
    case 'webhook_late':
      return `${webhooksText(incident.about)} come ${durationText(incident.ms)} late`;
    case 'webhook_twice':
      return incident.ms === 0
        ? `${webhooksText(incident.about)} come twice, both at once`
        : `${webhooksText(incident.about)} come twice, ${durationText(incident.ms)} apart`;
    case 'webhook_dropped':
      return `${webhooksText(incident.about)} arrive only at try ${incident.tries + 1}`;
    case 'webhooks_reversed':
      return `the webhooks are held for ${durationText(incident.ms)}, and come in reverse order`;
    case 'webhook_first':
      return `the webhooks of ${callText(incident)} come before its response`;
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
      return `a customer without a response tries again with ${incident.key === 'same' ? 'the same key' : 'another key'}`;
    case 'refunded':
      return `the staff gives back ${listText(incident.parts.map((part) => amountText(part, currency)))}${partsText(incident)}`;
    case 'refund_clicked_twice':
      return `the staff presses the button of the first refund again ${laterText(incident.ms)}`;
    case 'day_passes':
      return `the response to ${callText(incident)} is lost, and ${durationText(1000 * (incident.seconds ?? dayPasses))} pass`;
    case 'comes_back':
      return `${durationText(1000 * incident.seconds)} pass before the customer comes back`;
    case 'clock_off':
      return `the shop's clock is ${durationText(Math.abs(incident.seconds) * 1000)} ${incident.seconds > 0 ? 'ahead' : 'behind'}`;
    case 'events_late':
      return `events are listed and sent ${durationText(incident.seconds * 1000)} late`;
  }
};

/** Describes a kind of incident, for tables. */
export const incidentTitles: { readonly [K in IncidentKind]: string } = {
  request_lost: 'request lost before the work',
  answer_lost: 'response lost after the work',
  answer_cut: 'response cut short',
  answer_late: 'response late',
  refused: 'refused with 409, 429 or 500',
  killed: 'shop killed in a call',
  killed_at_webhook: 'shop killed at a webhook',
  killed_at_answer: 'shop killed after its response',
  reply_lost: "shop's response lost",
  frozen: 'shop frozen in a call',
  overtaken: 'two requests interleaved',
  killed_at_commit: 'shop killed at a commit',
  commit_lost: 'confirmation of a commit lost',
  connection_broken: 'database connection broken',
  deadlock: 'deadlock in the database',
  webhook_late: 'webhook late',
  webhook_twice: 'webhook twice',
  webhook_dropped: 'webhook dropped, then sent again',
  webhooks_reversed: 'webhooks in reverse order',
  webhook_first: 'webhook before the response',
  declined: 'card declined',
  challenged: '3D Secure',
  debit_refused: 'direct debit refused after days',
  double_click: 'double click',
  second_tab: 'second tab',
  retries: 'customer tries again',
  refunded: 'refunds',
  refund_clicked_twice: 'refund clicked twice',
  day_passes: 'hours pass',
  comes_back: 'customer comes back later',
  clock_off: "shop's clock off",
  events_late: 'events late',
};
