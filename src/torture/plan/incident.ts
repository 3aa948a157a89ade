import * as E from 'fp-ts/lib/Either.js';
import {
  aFlag,
  aText,
  aWholeNumber,
  aWord,
  type Check,
  listOf,
  must,
  problemsOfFields,
  withoutProblems,
} from '../../application/checked-input.js';
import { isObject, objectFields } from '../../domain/json.js';

/** The longest time of a timer in milliseconds: longer ones would run out at once. */
export const longestMs = 2_147_483_647;

/** A call of the shop to the processor: the `call`-th request about the order that changes something, counted from 1. */
const atCall = { call: aWholeNumber(1) };

/** Whether something happens before the processor did the work of a call, or after that, with the answer not yet sent. */
const atMoment = { ...atCall, when: aWord('before', 'after') };

/** The webhooks of an order that are meant: about money that was taken, about a failed payment, or about money given back. */
const ofWebhooks = { about: aWord('payment', 'failure', 'refund') };

/** Milliseconds. */
const delay = { ms: aWholeNumber(0, longestMs) };

const kinds = {
  // Happens to a call between the shop and the processor.
  /** The connection breaks before the processor sees the request: nothing is done. */
  request_lost: atCall,
  /** The work is done, and the connection breaks before the answer. */
  answer_lost: atCall,
  /** The work is done, and the connection breaks in the middle of the answer. */
  answer_cut: atCall,
  /** The work is done, and its answer comes this much later. */
  answer_late: { ...atCall, ...delay },
  /** Nothing is done, and the processor answers 409 (the key is in use), 429 or 500. */
  refused: {
    ...atCall,
    status: must('must be 409, 429 or 500', (status): status is 409 | 429 | 500 =>
      [409, 429, 500].some((one) => one === status),
    ),
  },

  // Happens to the program of the shop.
  /** It is killed (SIGKILL) and started again. The call is never answered. */
  killed: atMoment,
  /** It is killed while it handles a webhook of the order, and started again. The webhook is sent again later. */
  killed_at_webhook: ofWebhooks,
  /** It stands still (SIGSTOP) for this long. */
  frozen: { ...atMoment, ...delay },

  // Happens to the webhooks of an order.
  webhook_late: { ...ofWebhooks, ...delay },
  /** Each comes a second time, so much after the first; 0: both at once. */
  webhook_twice: { ...ofWebhooks, ...delay },
  /** The first tries do not reach the shop. It is sent again, as by a processor. */
  webhook_dropped: { ...ofWebhooks, tries: aWholeNumber(1) },
  /** The webhooks of the order are held for this long and then come in reverse order. */
  webhooks_reversed: delay,
  /** The webhooks that a call causes come before its answer. */
  webhook_first: atCall,

  // Done by the customer, or by the shop's staff. Without one of these a customer pays once, with a good card, and is answered.
  /** The first card is declined, with this decline code. The customer takes another card, or leaves. */
  declined: {
    code: aWord('insufficient_funds', 'generic_decline', 'expired_card'),
    next: aWord('other_card', 'leaves'),
  },
  /**
   * The card asks for 3D Secure, which the customer passes, fails or leaves alone. `closed`: passes it, and closes the page before
   * it leads back to the shop. `late`: comes back when the page gives up, and approves in the bank's app after that.
   */
  challenged: { ends: aWord('approved', 'refused', 'left', 'closed', 'late') },
  /** The bank refuses a direct debit, days after the customer has paid with it. Only of orders whose method is answered later. */
  debit_refused: {},
  /** The button is pressed twice: the same attempt, so much later. */
  double_click: delay,
  /** The order is paid in a second tab too: another attempt, with a key of its own, so much later. */
  second_tab: delay,
  /** A customer without an answer presses again, or loads the page again, which makes another key. */
  retries: { key: aWord('same', 'other') },
  /** The staff gives money back in parts, one after the other or at once. Minor units; together at most the order's amount. */
  refunded: { parts: listOf(aWholeNumber(1)), atOnce: aFlag },
  /** The button of the first refund is pressed twice, so much later: the same refund. Only with `refunded`. */
  refund_clicked_twice: delay,

  // Done by time.
  /**
   * The answer to a call is lost, and every later call about the order that changes something, until 25 hours have passed: the
   * processor has forgotten its keys before anybody can try again.
   */
  day_passes: atCall,
  /** Events are listed, and sent, so much later, from the first call of the order. Seconds of the processor's clock. */
  events_late: { seconds: aWholeNumber(0, Math.floor(longestMs / 1000)) },
};

type Kinds = typeof kinds;

export type IncidentKind = keyof Kinds;

type Incidents = {
  readonly [N in IncidentKind]: { readonly id: string; readonly kind: N } & {
    readonly [F in keyof Kinds[N]]: Kinds[N][F] extends Check<infer A> ? A : never;
  };
};

/** Something that a plan lets happen to one order. Everything that a plan does is one of these, so that it can be left out. */
export type Incident = Incidents[IncidentKind];

export type IncidentOf<K extends IncidentKind> = Extract<Incident, { readonly kind: K }>;

/** The webhooks of an order that an incident means. */
export type WebhookSubject = IncidentOf<'webhook_late'>['about'];

const isKind = (kind: string): kind is IncidentKind => Object.hasOwn(kinds, kind);

/** Every kind of incident. */
export const incidentKinds: ReadonlyArray<IncidentKind> = Object.keys(kinds).filter(isKind);

const aKind = aWord(...incidentKinds);

export const Incident = withoutProblems<Incident>((value, name) => {
  const kind = aKind.read(objectFields(value)['kind'], `${name}.kind`);
  if (isObject(value) && E.isLeft(kind)) return kind.left;
  const fields = E.isRight(kind) ? kinds[kind.right] : {};
  return problemsOfFields({ id: aText, kind: aKind, ...fields }, value, name);
});
