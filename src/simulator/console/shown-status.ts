import { objectFields } from '../../domain/input/json.js';
import type { ConsoleList } from './console-desk.js';

const ofCharge = (charge: unknown): string | null => {
  const { disputed, refunded, amount_refunded } = objectFields(charge);
  if (disputed === true) return 'disputed';
  if (refunded === true) return 'refunded';
  return typeof amount_refunded === 'number' && amount_refunded > 0 ? 'partially_refunded' : null;
};

const ofAttempt = (status: string, error: unknown): string =>
  status === 'requires_payment_method' && (error ?? null) !== null ? 'declined' : status;

// Its own status says only whether the page is open.
const ofSession = (fields: ReturnType<typeof objectFields>, intent: unknown): string => {
  if (fields['status'] === 'open' && objectFields(intent)['status'] === 'requires_action')
    return 'requires_action';
  return fields['status'] === 'complete' && fields['payment_status'] === 'unpaid'
    ? 'processing'
    : String(fields['status']);
};

/** `below`: the first status of a response that is a failure. */
const ofAnswer = (status: unknown, below: number): string => {
  if (typeof status === 'string') return status;
  return typeof status === 'number' && status < below ? 'answered' : 'failed';
};

/**
 * The status of an object in one word, as the console shows it and filters by it; empty: it has none. `related`: the charge of a
 * payment, or the intent of a checkout session.
 */
export const shownStatus = (object: unknown, related: unknown = null): string => {
  const fields = objectFields(object);
  const status = typeof fields['status'] === 'string' ? fields['status'] : '';
  switch (fields['object']) {
    case 'payment_intent':
      return ofCharge(related) ?? ofAttempt(status, fields['last_payment_error']);
    case 'setup_intent':
      return status === 'succeeded' ? 'saved' : ofAttempt(status, fields['last_setup_error']);
    case 'checkout.session':
      return ofSession(fields, related);
    case 'refund':
    case 'charge':
      return status === 'succeeded' ? 'done' : status;
    case 'customer':
      return fields['deleted'] === true ? 'deleted' : '';
    case 'request':
      return ofAnswer(fields['status'], 400);
    case 'delivery':
      return ofAnswer(fields['status'], 300);
    case 'doubt':
      return String(fields['kind']);
    default:
      return status;
  }
};

const ofIntent = ['requires_payment_method', 'requires_confirmation'];

const known: { readonly [L in ConsoleList]?: ReadonlyArray<string> } = {
  payments: [
    'succeeded',
    'requires_action',
    'declined',
    ...ofIntent,
    'requires_capture',
    'processing',
    'partially_refunded',
    'refunded',
    'disputed',
    'canceled',
  ],
  sessions: ['open', 'requires_action', 'processing', 'complete', 'expired'],
  setups: ['saved', 'requires_action', 'declined', ...ofIntent, 'processing', 'canceled'],
  refunds: ['done', 'pending', 'requires_action', 'failed', 'canceled'],
  disputes: [
    'needs_response',
    'under_review',
    'won',
    'lost',
    'warning_needs_response',
    'warning_under_review',
    'warning_closed',
  ],
  requests: ['answered', 'failed'],
};

/** The statuses by which a list can be filtered: all that its objects can have, or else those of its rows. */
export const statusesOf = (
  list: ConsoleList,
  rows: ReadonlyArray<unknown>,
): ReadonlyArray<string> =>
  known[list] ?? [...new Set(rows.map((row) => shownStatus(row)))].filter((one) => one !== '');
