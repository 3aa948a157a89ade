import * as E from 'fp-ts/lib/Either.js';
import {
  aFlag,
  aText,
  aWholeNumber,
  aWord,
  type Check,
  listOf,
  must,
  optional,
  problemsOfFields,
  textThat,
  withoutProblems,
} from '../../application/checked-input.js';
import { isObject, objectFields } from '../../domain/input/json.js';

/** The longest time of a timer in milliseconds: longer ones would run out at once. */
export const longestMs = 2_147_483_647;

/** So long are calls lost where an incident does not say it: the processor keeps keys for 24 hours. Seconds. */
export const dayPasses = 25 * 60 * 60;

const longestSeconds = 366 * 24 * 60 * 60;

/**
 * A call of the shop to the processor, counted from 1: the `call`-th request about the order to a place such as
 * `POST /v1/payment_intents/{id}/confirm`, without `to` the `call`-th that changes something. A repetition of a request that had no
 * answer is the same call.
 */
const atCall = {
  call: aWholeNumber(1),
  to: optional(
    textThat("must be a method and a path, such as 'POST /v1/payment_intents'", (text) =>
      /^[A-Z]+ \/[^\s?]*$/.test(text),
    ),
  ),
};

/** The same, for the first so many tries of the call: some programs repeat a lost call by themselves. Absent: the first alone. */
const atTries = { ...atCall, times: optional(aWholeNumber(1, 100)) };

/**
 * The webhooks of an order that are meant: about money that was taken (`payment`), about a failed payment (`failure`), about money
 * given back (`refund`), or of one type.
 */
const ofWebhooks = {
  about: textThat(
    "must be 'payment', 'failure', 'refund' or a type of event, such as 'payment_intent.succeeded'",
    (text) => /^(?:payment|failure|refund|[a-z_]+(?:\.[a-z_]+)+)$/.test(text),
  ),
};

/**
 * A commit of the shop's database that writes something: the `commit`-th about the order that writes the same, such as
 * `insert orders, update payments`.
 */
const atCommit = { commit: aWholeNumber(1), of: aText };

/** The requests to the shop: the customer pays or comes back from 3D Secure, or the staff gives money back. */
const ofRequest = { request: aWord('pay', 'come_back', 'refund') };

/** Milliseconds. */
const delay = { ms: aWholeNumber(0, longestMs) };

const kinds = {
  // Happens to a call between the shop and the processor.
  /** The connection breaks before the processor sees the request: nothing is done. */
  request_lost: atTries,
  /** The work is done, and the connection breaks before the answer. */
  answer_lost: atTries,
  /** The work is done, and the connection breaks in the middle of the answer. */
  answer_cut: atTries,
  /** The work is done, and its answer comes this much later, counted from the first try. */
  answer_late: { ...atCall, ...delay },
  /** Nothing is done, and the processor answers 409 (the key is in use), 429 or 500. */
  refused: {
    ...atTries,
    status: must('must be 409, 429 or 500', (status): status is 409 | 429 | 500 =>
      [409, 429, 500].some((one) => one === status),
    ),
  },

  // Happens to the program of the shop.
  /**
   * It is killed (SIGKILL) and started again: before the processor did the work of a call, after that without the answer, or right
   * after it got the answer.
   */
  killed: { ...atCall, when: aWord('before', 'after', 'answered') },
  /**
   * It is killed at a webhook of the order, and started again: so many milliseconds after it was sent, if it has not answered by
   * then, or right after it answered. Absent: at a moment that comes from the id. An event that it accepted is not sent again.
   */
  killed_at_webhook: {
    ...ofWebhooks,
    when: optional(aWord('before', 'after')),
    ms: optional(aWholeNumber(0, longestMs)),
  },
  /** It is killed right after it answered the customer or the staff, and started again. */
  killed_at_answer: ofRequest,
  /** It stands still (SIGSTOP) for this long, before the processor did the work of a call, or with its answer on the way. */
  frozen: { ...atCall, when: aWord('before', 'after'), ...delay },

  /**
   * It waits, before the processor does the work or with its answer on the way, while another request about the order runs: a second
   * click, a second tab, or the handling of webhooks, which are held until then. That one runs to its end, or to its so manieth call
   * (`stops`), which waits until the first request is answered. `ms`: the longest wait.
   */
  overtaken: {
    ...atCall,
    when: aWord('before', 'after'),
    by: aWord('click', 'tab', 'webhooks'),
    stops: optional(aWholeNumber(1)),
    ...delay,
  },
  // Happens to the database of the shop.
  /** The shop is killed and started again at a commit: before the database knows of it, or after it, before the shop is told. */
  killed_at_commit: { ...atCommit, when: aWord('before', 'after') },
  /** The database commits, and the connection breaks before the shop is told. */
  commit_lost: atCommit,
  /** The connection breaks before the database knows of the commit. */
  connection_broken: atCommit,
  /** The database takes the transaction back, with an error: another one waited for it, and it for the other one (40P01). */
  deadlock: atCommit,

  // Happens to the webhooks of an order.
  /** Each comes so much later: counted from when nothing happens to the order any more, however slow the machine is. */
  webhook_late: { ...ofWebhooks, ...delay },
  /** Each comes a second time, so much later, counted as above; 0: both at once. */
  webhook_twice: { ...ofWebhooks, ...delay },
  /** The first tries do not reach the shop. It is sent again, as by a processor. */
  webhook_dropped: { ...ofWebhooks, tries: aWholeNumber(1) },
  /** The webhooks of the order are held for this long, counted as above, and then come in reverse order. */
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
  /** The shop's answer does not reach the customer or the staff. */
  reply_lost: ofRequest,
  /** A customer without an answer presses again, or loads the page again, which makes another key. */
  retries: { key: aWord('same', 'other') },
  /** The staff gives money back in parts, one after the other or at once. Minor units; together at most the order's amount. */
  refunded: { parts: listOf(aWholeNumber(1)), atOnce: aFlag },
  /** The button of the first refund is pressed twice, so much later: the same refund. Only with `refunded`. */
  refund_clicked_twice: delay,

  // Done by time.
  /**
   * The answer to a call is lost, and every later call about the order that changes something, until so many seconds have passed;
   * absent: 25 hours. By then the processor has forgotten its keys, before anybody can try again.
   */
  day_passes: { ...atCall, seconds: optional(aWholeNumber(1, longestSeconds)) },
  /** The customer who has left, at 3D Secure or after a declined card, comes back and goes on so many seconds later. */
  comes_back: { seconds: aWholeNumber(1, longestSeconds) },
  /** The shop's clock is so many seconds ahead of that of the processor; negative: behind. */
  clock_off: {
    seconds: must(
      'must be a whole number of seconds, up to an hour',
      (seconds): seconds is number =>
        Number.isSafeInteger(seconds) && Math.abs(Number(seconds)) <= 3600,
    ),
  },
  /** Events are listed, and sent, so much later, from the first call of the order. Seconds of the processor's clock. */
  events_late: { seconds: aWholeNumber(0, Math.floor(longestMs / 1000)) },
};

type Kinds = typeof kinds;

export type IncidentKind = keyof Kinds;

type Read<C> = C extends Check<infer A> ? A : never;

type Fields<F> = {
  readonly [N in keyof F as undefined extends Read<F[N]> ? never : N]: Read<F[N]>;
} & {
  readonly [N in keyof F as undefined extends Read<F[N]> ? N : never]?: Exclude<
    Read<F[N]>,
    undefined
  >;
};

type Incidents = {
  readonly [N in IncidentKind]: { readonly id: string; readonly kind: N } & Fields<Kinds[N]>;
};

/** Something that a plan lets happen to one order. Everything that a plan does is one of these, so that it can be left out. */
export type Incident = Incidents[IncidentKind];

export type IncidentOf<K extends IncidentKind> = Extract<Incident, { readonly kind: K }>;

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;

/** An incident that has no order yet. */
export type IncidentDraft = WithoutId<Incident>;

/** An incident at a call. */
export type IncidentAtCall = Extract<Incident, { readonly call: number }>;

/** The requests of the customer and the staff to the shop. */
export type RequestName = IncidentOf<'reply_lost'>['request'];

const shopWide: ReadonlySet<IncidentKind> = new Set([
  'killed',
  'killed_at_webhook',
  'killed_at_answer',
  'frozen',
  // Commits that name no order are told apart only where orders are played one after the other.
  'killed_at_commit',
  'commit_lost',
  'connection_broken',
  'deadlock',
  'day_passes',
  'comes_back',
  'events_late',
]);

/** Whether an incident happens to all orders that are in progress. */
export const isShopWide = ({ kind }: Pick<Incident, 'kind'>): boolean => shopWide.has(kind);

/** Whether an incident lets hours pass, on the clocks of the processor and of the shop. */
export const takesTime = ({ kind }: Pick<Incident, 'kind'>): boolean =>
  kind === 'day_passes' || kind === 'comes_back';

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
