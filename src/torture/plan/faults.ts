import { isAnsweredLater } from '../../domain/reconciliation/answered-later.js';
import type { IncidentDraft, IncidentOf } from './incident.js';
import { type Journey, usualJourney } from './journeys.js';
import type { Seen, ShopMessage } from './message.js';

/** The forms of faults depend on it. */
type FaultScene = {
  readonly journey: Journey;
  /** The amount of the order, in minor units. */
  readonly amount: number;
  /** How long a late answer or a frozen shop takes: longer than the shop waits. Milliseconds. */
  readonly lateMs: number;
  /** How long a call may wait for another request: shorter than the shop waits. Milliseconds. */
  readonly holdMs: number;
  /** How often the shop tries a call that has no answer, before it gives up. */
  readonly tries: number;
};

/** Something that goes wrong once, with one message. */
export type MessageFault = {
  /** A name that stays the same from version to version: `answer_lost`, `refused_429`. */
  readonly name: string;
  /** For tables: `lost after the work`. */
  readonly title: string;
  readonly on: ShopMessage['on'];
  /** The incidents of a message; `null`: the fault makes no sense with this one. */
  readonly incidents: (
    message: ShopMessage,
    scene: FaultScene,
  ) => ReadonlyArray<IncidentDraft> | null;
};

type Call = Extract<ShopMessage, { readonly on: 'call' }>;
type Webhook = Extract<ShopMessage, { readonly on: 'webhook' }>;
type Commit = Extract<ShopMessage, { readonly on: 'commit' }>;
type Request = Extract<ShopMessage, { readonly on: 'request' }>;

const fault =
  <M extends ShopMessage>(on: M['on'], is: (message: ShopMessage) => message is M) =>
  (
    name: string,
    title: string,
    incident: (message: M, scene: FaultScene) => IncidentDraft | null,
  ): MessageFault => ({
    name,
    title,
    on,
    incidents: (message, scene) => {
      const draft = is(message) ? incident(message, scene) : null;
      return draft === null ? null : [draft];
    },
  });

const ofCall = fault('call', (message): message is Call => message.on === 'call');
const ofWebhook = fault('webhook', (message): message is Webhook => message.on === 'webhook');
const ofCommit = fault('commit', (message): message is Commit => message.on === 'commit');
const ofRequest = fault('request', (message): message is Request => message.on === 'request');

const at = ({ to, call }: Call) => ({ to, call });
const atTries = (call: Call, { tries }: FaultScene) => ({
  ...at(call),
  ...(tries === 1 ? {} : { times: tries }),
});

const isUsual = ({ journey }: FaultScene): boolean => journey.name === usualJourney;

/** Done by the customer, the staff and time with an order as a whole, by default one that is paid by card. */
const ofOrder = (
  name: string,
  title: string,
  incidents: (scene: FaultScene) => ReadonlyArray<IncidentDraft>,
  fits: (scene: FaultScene) => boolean = isUsual,
): MessageFault => ({
  name,
  title,
  on: 'order',
  incidents: (_, scene) => (fits(scene) ? incidents(scene) : null),
});

const isAtBank = ({ journey: { method } }: FaultScene): boolean =>
  method !== undefined && !isAnsweredLater(method);

const challenged = (ends: IncidentOf<'challenged'>['ends'], title: string): MessageFault =>
  ofOrder(
    `challenged_${ends}`,
    title,
    () => [{ kind: 'challenged', ends }],
    (scene) => isUsual(scene) || isAtBank(scene),
  );

const half = ({ amount }: FaultScene): number => Math.max(1, Math.floor(amount / 3));

const parts = (scene: FaultScene): ReadonlyArray<number> =>
  half(scene) < scene.amount ? [half(scene), scene.amount - half(scene)] : [scene.amount];

// Longer than everything else about an order takes here, and shorter than the wait until all has settled.
const laterMs = 400;

// The processor answers in a few milliseconds here: a hundred times as fast as in life. So do fingers.
const soonMs = 2;
const aBitMs = 30;

const aWeek = 7 * 24 * 60 * 60;

// A little more than it says, so that what ends after a day has ended.
const durations = [
  ['hour', 61 * 60],
  ['day', 25 * 60 * 60],
  ['week', aWeek + 60 * 60],
] as const;

// Shops accept signatures that are five minutes old, as Stripe advises.
const almostFiveMinutes = 280;

const longestHoldMs = 1000;

/** How long a call may wait without being given up. */
export const holdFor = ({ patienceMs, tries }: Pick<Seen, 'patienceMs' | 'tries'>): number =>
  patienceMs === null
    ? longestHoldMs
    : Math.max(100, Math.min(longestHoldMs, Math.floor((0.6 * patienceMs) / tries)));

type Overtaker = IncidentOf<'overtaken'>['by'];

// The later presses of a customer are not pressed again, and staff has no second tab.
const canOvertake = (by: Overtaker, { journey: { name } }: FaultScene): boolean => {
  if (by === 'webhooks') return true;
  return name === 'refunded' ? by === 'click' : name !== 'declined' && name !== 'challenged';
};

const overtaken = (by: Overtaker, whom: string): ReadonlyArray<MessageFault> => {
  const form = (
    name: string,
    title: string,
    draft: Pick<IncidentOf<'overtaken'>, 'when' | 'stops'>,
  ): MessageFault =>
    ofCall(`${name}_${by}`, `${title} ${whom}`, (message, scene) =>
      // Between a read and the answer before it nothing reaches the processor.
      canOvertake(by, scene) && (message.changes || draft.when === 'after')
        ? { kind: 'overtaken', ...at(message), ...draft, by, ms: scene.holdMs }
        : null,
    );
  return [
    form('before_work_overtaken_by', 'overtaken before the work by', { when: 'before' }),
    form('answer_overtaken_by', 'overtaken with its response by', { when: 'after' }),
    form('answer_crossed_by', 'in turns with', { when: 'after', stops: 1 }),
  ];
};

/** Nothing goes wrong. */
const noFault: MessageFault = ofOrder(
  'nothing',
  'nothing',
  () => [],
  () => true,
);

/**
 * Every single fault, with what it does to which kind of message. Plans of single faults play them all, random plans draw
 * from them, and the certificate has a mark for each.
 */
export const allFaults: ReadonlyArray<MessageFault> = [
  noFault,

  ofCall('request_lost', 'lost before the work', (message, scene) =>
    // To a read it is the same as a lost answer.
    message.changes ? { kind: 'request_lost', ...atTries(message, scene) } : null,
  ),
  ofCall('answer_lost', 'response lost', (message, scene) => ({
    kind: 'answer_lost',
    ...atTries(message, scene),
  })),
  ofCall('answer_cut', 'response cut', (message, scene) => ({
    kind: 'answer_cut',
    ...atTries(message, scene),
  })),
  ofCall('answer_late', 'response late', (message, { lateMs }) => ({
    kind: 'answer_late',
    ...at(message),
    ms: lateMs,
  })),
  ...([409, 429, 500] as const).map((status) =>
    ofCall(`refused_${status}`, `refused with ${status}`, (message, scene) =>
      status === 409 && !message.hasKey
        ? null
        : { kind: 'refused', ...atTries(message, scene), status },
    ),
  ),
  ofCall('killed_before', 'killed before the work', (message) => ({
    kind: 'killed',
    ...at(message),
    when: 'before',
  })),
  ofCall('killed_after', 'killed after the work', (message) =>
    message.changes ? { kind: 'killed', ...at(message), when: 'after' } : null,
  ),
  ofCall('killed_answered', 'killed with the response', (message) => ({
    kind: 'killed',
    ...at(message),
    when: 'answered',
  })),
  ofCall('frozen_before', 'frozen before the work', (message, { lateMs }) =>
    message.changes ? { kind: 'frozen', ...at(message), when: 'before', ms: lateMs } : null,
  ),
  ofCall('frozen_after', 'frozen after the work', (message, { lateMs }) => ({
    kind: 'frozen',
    ...at(message),
    when: 'after',
    ms: lateMs,
  })),
  ofCall('webhook_first', 'webhooks first', (message) =>
    message.events ? { kind: 'webhook_first', ...at(message) } : null,
  ),
  ...durations.map(([name, seconds]) =>
    ofCall(`${name}_passes`, `lost for ${name === 'hour' ? 'an' : 'a'} ${name}`, (message) =>
      message.changes
        ? { kind: 'day_passes', ...at(message), ...(name === 'day' ? {} : { seconds }) }
        : null,
    ),
  ),

  ...overtaken('click', 'a second click'),
  ...overtaken('tab', 'a second tab'),
  ...overtaken('webhooks', 'the webhooks'),
  ofCommit('killed_before_commit', 'killed before it', ({ of, commit }) => ({
    kind: 'killed_at_commit',
    of,
    commit,
    when: 'before',
  })),
  ofCommit('killed_after_commit', 'killed after it', ({ of, commit }) => ({
    kind: 'killed_at_commit',
    of,
    commit,
    when: 'after',
  })),
  ...(
    [
      ['commit_lost', 'response lost'],
      ['connection_broken', 'connection broken before it'],
      ['deadlock', 'deadlock'],
    ] as const
  ).map(([kind, title]) => ofCommit(kind, title, ({ of, commit }) => ({ kind, of, commit }))),

  ofWebhook('webhook_late', 'late', ({ type }) => ({
    kind: 'webhook_late',
    about: type,
    ms: laterMs,
  })),
  ofWebhook('webhook_twice', 'twice at once', ({ type }) => ({
    kind: 'webhook_twice',
    about: type,
    ms: 0,
  })),
  ofWebhook('webhook_again', 'again later', ({ type }) => ({
    kind: 'webhook_twice',
    about: type,
    ms: laterMs,
  })),
  ofWebhook('webhook_dropped', 'lost, then sent again', ({ type }) => ({
    kind: 'webhook_dropped',
    about: type,
    tries: 2,
  })),
  ofWebhook('killed_handling', 'killed while it is handled', ({ type, ms }) => ({
    kind: 'killed_at_webhook',
    about: type,
    when: 'before',
    ms: Math.max(1, Math.floor(ms / 2)),
  })),
  ofWebhook('killed_accepted', 'killed after a 200', ({ type }) => ({
    kind: 'killed_at_webhook',
    about: type,
    when: 'after',
  })),

  ofRequest('reply_lost', 'lost', ({ request }) => ({ kind: 'reply_lost', request })),
  ofRequest('killed_at_answer', 'killed after it', ({ request }) => ({
    kind: 'killed_at_answer',
    request,
  })),

  ofOrder('double_click', 'clicked twice', () => [{ kind: 'double_click', ms: soonMs }]),
  ofOrder('double_click_later', 'clicked twice, later', () => [
    { kind: 'double_click', ms: aBitMs },
  ]),
  ofOrder('second_tab', 'second tab', () => [{ kind: 'second_tab', ms: soonMs }]),
  ofOrder('second_tab_later', 'second tab, later', () => [{ kind: 'second_tab', ms: laterMs }]),
  ofOrder('declined', 'card declined, another one taken', () => [
    { kind: 'declined', code: 'insufficient_funds', next: 'other_card' },
  ]),
  ofOrder('declined_leaves', 'card declined, customer leaves', () => [
    { kind: 'declined', code: 'generic_decline', next: 'leaves' },
  ]),
  challenged('approved', '3D Secure passed'),
  challenged('refused', '3D Secure failed'),
  challenged('left', '3D Secure left alone'),
  challenged('closed', '3D Secure passed, page closed'),
  challenged('late', '3D Secure passed after coming back'),
  ...durations.flatMap(([name, seconds]) => [
    ofOrder(`challenged_back_after_${name}`, `3D Secure passed a ${name} later`, () => [
      { kind: 'challenged', ends: 'left' },
      { kind: 'comes_back', seconds },
    ]),
    ofOrder(`declined_back_after_${name}`, `card declined, another one a ${name} later`, () => [
      { kind: 'declined', code: 'generic_decline', next: 'leaves' },
      { kind: 'comes_back', seconds },
    ]),
  ]),
  ofOrder('paid_week_passes', 'a week after it was paid', () => [
    { kind: 'comes_back', seconds: aWeek + 60 * 60 },
  ]),
  ofOrder('clock_ahead', "shop's clock five minutes ahead", () => [
    { kind: 'clock_off', seconds: almostFiveMinutes },
  ]),
  ofOrder('clock_behind', "shop's clock five minutes behind", () => [
    { kind: 'clock_off', seconds: -almostFiveMinutes },
  ]),
  ofOrder('refunded', 'refunded', ({ amount }) => [
    { kind: 'refunded', parts: [amount], atOnce: false },
  ]),
  ofOrder('refunded_in_parts', 'refunded in parts', (scene) => [
    { kind: 'refunded', parts: parts(scene), atOnce: false },
  ]),
  ofOrder('refunded_at_once', 'refunded in parts at once', (scene) => [
    { kind: 'refunded', parts: parts(scene), atOnce: true },
  ]),
  ofOrder('refund_clicked_twice', 'refund clicked twice', (scene) => [
    { kind: 'refunded', parts: [half(scene)], atOnce: false },
    { kind: 'refund_clicked_twice', ms: soonMs },
  ]),
  ofOrder(
    'debit_refused',
    'direct debit refused',
    () => [{ kind: 'debit_refused' }],
    ({ journey }) => isAnsweredLater(journey.method),
  ),
  ofOrder('webhooks_reversed', 'webhooks in reverse order', () => [
    { kind: 'webhooks_reversed', ms: laterMs },
  ]),
  ofOrder('events_late', 'events late', () => [{ kind: 'events_late', seconds: 2 }]),
];
