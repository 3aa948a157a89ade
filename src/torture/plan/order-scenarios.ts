import type { Dice } from './dice.js';
import type { Incident, IncidentOf } from './incident.js';

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;

/** An incident that has no order yet. */
export type IncidentDraft = WithoutId<Incident>;

/** The inputs of a scenario. */
type Scene = {
  readonly dice: Dice;
  /** How many orders had the scenario before this one: forms of it take turns. */
  readonly turn: number;
  readonly amount: number;
  readonly lateMs: number;
};

/** Incidents that find a kind of mistake together. */
export type Scenario = {
  /** In so many of 200 orders. */
  readonly share: number;
  readonly incidents: (scene: Scene) => ReadonlyArray<IncidentDraft>;
};

const inTurn = <A>({ turn, dice }: Scene, forms: ReadonlyArray<A>): A =>
  forms[turn % forms.length] ?? dice.one(forms);

// Shops charge with their first call about an order, or create an intent before that, or a customer too.
const call = (scene: Scene): number => inTurn(scene, [1, 2, 1, 2, 1, 3]);
// A refund is the call after those of the payment.
const refundCall = (scene: Scene): number => inTurn(scene, [2, 3, 2, 4]);

// The processor answers in a few milliseconds here: a hundred times as fast as in life. So do fingers.
const soon = (scene: Scene): number => inTurn(scene, [0, 2, 0, 1, 5, 30]);
const afterAWhile = ({ dice }: Scene): number => 150 + dice.below(500);

const declined = (scene: Scene, next: 'other_card' | 'leaves' = 'other_card') =>
  ({
    kind: 'declined',
    code: inTurn(scene, ['insufficient_funds', 'generic_decline', 'expired_card'] as const),
    next,
  }) as const;

const challenged = (ends: IncidentOf<'challenged'>['ends']) =>
  ({ kind: 'challenged', ends }) as const;

const retries = (key: 'same' | 'other') => ({ kind: 'retries', key }) as const;

const answerLate = (scene: Scene) =>
  ({ kind: 'answer_late', call: call(scene), ms: scene.lateMs }) as const;

// The first part is at most half: a processor refuses to give back more than the charge, so only then it can be given back twice.
const inParts = (amount: number, dice: Dice): ReadonlyArray<number> => {
  const first = 1 + dice.below(Math.max(1, Math.floor(amount / 2)));
  return first < amount ? [first, amount - first] : [amount];
};

const refunded = ({ amount, dice }: Scene, form: 'all' | 'part' | 'parts' | 'at_once') =>
  ({
    kind: 'refunded',
    parts: form === 'all' ? [amount] : inParts(amount, dice).slice(0, form === 'part' ? 1 : 2),
    atOnce: form === 'at_once',
  }) as const;

/** The incidents of orders. The rest of 200 orders is paid once, and nothing happens. */
export const orderScenarios: ReadonlyArray<Scenario> = [
  // The answer to a charge is lost, and somebody tries again, or nobody does.
  { share: 7, incidents: (at) => [{ kind: 'answer_lost', call: call(at) }, retries('same')] },
  { share: 6, incidents: (at) => [{ kind: 'answer_lost', call: call(at) }, retries('other')] },
  { share: 6, incidents: (at) => [{ kind: 'answer_lost', call: call(at) }] },
  {
    share: 4,
    incidents: (at) => [
      { kind: 'answer_cut', call: call(at) },
      ...inTurn(at, [[], [retries('same')], [retries('other')]]),
    ],
  },
  {
    share: 4,
    incidents: (at) => [
      { kind: 'request_lost', call: call(at) },
      ...inTurn(at, [[], [retries('same')], [retries('other')]]),
    ],
  },
  {
    share: 9,
    incidents: (at) => [
      { kind: 'refused', call: call(at), status: inTurn(at, [500, 409, 429]) },
      ...inTurn(at, [[], [], [], [retries('same')], [retries('same')], [retries('other')]]),
    ],
  },
  // The answer comes later than anybody waits for.
  { share: 7, incidents: (at) => [answerLate(at)] },
  { share: 3, incidents: (at) => [answerLate(at), retries(inTurn(at, ['same', 'other']))] },

  // One customer, two attempts.
  { share: 6, incidents: (at) => [{ kind: 'double_click', ms: soon(at) }] },
  {
    share: 5,
    incidents: (at) => [{ kind: 'double_click', ms: afterAWhile(at) }, answerLate(at)],
  },
  { share: 5, incidents: (at) => [{ kind: 'second_tab', ms: soon(at) }] },
  { share: 4, incidents: (at) => [{ kind: 'second_tab', ms: afterAWhile(at) }, answerLate(at)] },

  // A card is declined. News of that may come after the next card was charged.
  { share: 6, incidents: (at) => [declined(at)] },
  {
    share: 8,
    incidents: (at) => [
      declined(at),
      { kind: 'webhook_late', about: 'failure', ms: afterAWhile(at) },
    ],
  },
  {
    share: 5,
    incidents: (at) => [declined(at), { kind: 'webhooks_reversed', ms: afterAWhile(at) }],
  },
  {
    share: 2,
    incidents: (at) => [
      declined(at),
      { kind: 'webhook_twice', about: 'failure', ms: afterAWhile(at) },
    ],
  },
  {
    share: 2,
    incidents: (at) => [declined(at), { kind: 'webhook_dropped', about: 'failure', tries: 2 }],
  },
  { share: 4, incidents: (at) => [declined(at, 'leaves')] },

  // 3D Secure.
  { share: 4, incidents: () => [challenged('approved')] },
  {
    share: 4,
    incidents: (at) => [
      challenged('approved'),
      inTurn<IncidentDraft>(at, [
        { kind: 'webhook_late', about: 'payment', ms: afterAWhile(at) },
        { kind: 'webhook_dropped', about: 'payment', tries: 2 },
        { kind: 'webhook_twice', about: 'payment', ms: 0 },
        { kind: 'double_click', ms: soon(at) },
      ]),
    ],
  },
  { share: 4, incidents: () => [challenged('refused')] },
  { share: 3, incidents: () => [challenged('left')] },
  { share: 5, incidents: (at) => [challenged(inTurn(at, ['closed', 'late']))] },

  // The shop is killed or stands still.
  {
    share: 11,
    incidents: (at) => [
      {
        kind: 'killed',
        call: inTurn(at, [1, 1, 2, 1]),
        when: inTurn(at, ['after', 'after', 'after', 'after', 'before']),
      },
      ...inTurn<ReadonlyArray<IncidentDraft>>(at, [
        [],
        [retries('same')],
        [{ kind: 'webhook_dropped', about: 'payment', tries: 2 }],
        [retries('other')],
      ]),
    ],
  },
  { share: 5, incidents: () => [{ kind: 'killed_at_webhook', about: 'payment' }] },
  {
    share: 3,
    incidents: (at) => [
      refunded(at, inTurn(at, ['all', 'part'])),
      { kind: 'killed', call: refundCall(at), when: 'after' },
    ],
  },
  {
    share: 1,
    incidents: (at) => [refunded(at, 'all'), { kind: 'killed_at_webhook', about: 'refund' }],
  },
  {
    share: 4,
    incidents: (at) => [
      { kind: 'frozen', call: 1, when: inTurn(at, ['after', 'before']), ms: at.lateMs },
    ],
  },

  // Webhooks come as a network brings them.
  {
    share: 4,
    incidents: (at) => [{ kind: 'webhook_late', about: 'payment', ms: afterAWhile(at) }],
  },
  { share: 6, incidents: () => [{ kind: 'webhook_twice', about: 'payment', ms: 0 }] },
  {
    share: 4,
    incidents: (at) => [{ kind: 'webhook_twice', about: 'payment', ms: afterAWhile(at) }],
  },
  {
    share: 4,
    incidents: (at) => [
      { kind: 'webhook_dropped', about: 'payment', tries: inTurn(at, [1, 2, 3]) },
    ],
  },
  { share: 2, incidents: (at) => [{ kind: 'webhooks_reversed', ms: afterAWhile(at) }] },
  { share: 5, incidents: (at) => [{ kind: 'webhook_first', call: inTurn(at, [1, 1, 2]) }] },
  {
    share: 4,
    incidents: (at) => {
      const at1 = inTurn(at, [1, 1, 2]);
      return [
        { kind: 'webhook_first', call: at1 },
        inTurn<IncidentDraft>(at, [
          { kind: 'answer_late', call: at1, ms: at.lateMs },
          { kind: 'answer_lost', call: at1 },
        ]),
      ];
    },
  },
  { share: 3, incidents: (at) => [{ kind: 'events_late', seconds: 1 + at.dice.below(3) }] },

  // Money goes back.
  { share: 3, incidents: (at) => [refunded(at, 'all')] },
  { share: 2, incidents: (at) => [refunded(at, 'parts')] },
  { share: 7, incidents: (at) => [refunded(at, 'at_once')] },
  {
    share: 8,
    incidents: (at) => [
      refunded(at, inTurn(at, ['part', 'all', 'part', 'parts'])),
      { kind: 'refund_clicked_twice', ms: soon(at) },
    ],
  },
  {
    share: 4,
    incidents: (at) => [
      refunded(at, inTurn(at, ['part', 'all'])),
      { kind: 'answer_lost', call: refundCall(at) },
    ],
  },
  {
    share: 3,
    incidents: (at) => [
      refunded(at, 'parts'),
      inTurn<IncidentDraft>(at, [
        { kind: 'webhook_twice', about: 'refund', ms: 0 },
        { kind: 'webhook_late', about: 'refund', ms: afterAWhile(at) },
        { kind: 'webhooks_reversed', ms: afterAWhile(at) },
      ]),
    ],
  },

  // The processor forgets its keys before anybody tries again.
  {
    share: 4,
    incidents: (at) =>
      inTurn<ReadonlyArray<IncidentDraft>>(at, [
        [{ kind: 'day_passes', call: 1 }],
        [{ kind: 'day_passes', call: 2 }],
        [refunded(at, 'part'), { kind: 'day_passes', call: 3 }],
        [refunded(at, 'part'), { kind: 'day_passes', call: 2 }],
      ]),
  },
];
