import type { Dice } from './dice.js';
import { allFaults, holdFor } from './faults.js';
import type { IncidentAtCall, IncidentDraft, IncidentOf } from './incident.js';
import { usualJourney } from './journeys.js';
import type { Seen, SeenJourney } from './message.js';

/** The inputs of a scenario. */
type Scene = {
  readonly dice: Dice;
  /** Absent: nothing is known of the shop's messages. */
  readonly seen?: Seen;
  readonly amount: number;
  readonly lateMs: number;
};

/** Incidents that find a kind of mistake together. */
export type Scenario = {
  /** In so many of 200 orders. */
  readonly share: number;
  readonly incidents: (scene: Scene) => ReadonlyArray<IncidentDraft>;
};

// Each form is drawn by itself: cycles with a common period would bring the same combinations again and again.
const oneOf = <A>({ dice }: Scene, forms: ReadonlyArray<A>): A => dice.one(forms);

type Place = Pick<IncidentAtCall, 'call' | 'to'>;

const callsIn = ({ seen }: Scene, isMeant: (journey: SeenJourney) => boolean) =>
  (seen?.journeys ?? [])
    .filter(isMeant)
    .flatMap(({ messages }) => messages)
    .flatMap((message): ReadonlyArray<Place> => {
      if (message.on !== 'call' || !message.changes) return [];
      return [{ to: message.to, call: message.call }];
    });

const call = (scene: Scene): Place => {
  const calls = callsIn(scene, ({ journey }) => journey.name === usualJourney);
  return oneOf(scene, calls.length > 0 ? calls : [{ call: 1 }, { call: 2 }]);
};

// A refund is a call after those of the payment.
const refundCall = (scene: Scene): Place => {
  const calls = callsIn(scene, ({ journey }) => journey.name === 'refunded');
  return oneOf(scene, calls.length > 0 ? calls : [{ call: 2 }, { call: 3 }]);
};

/** Any fault with any message that the rehearsal saw. */
const anyFault = (scene: Scene): ReadonlyArray<IncidentDraft> => {
  const { seen, amount, lateMs } = scene;
  const places = (seen?.journeys ?? []).flatMap(({ journey, messages }) =>
    messages.map((message) => ({ journey, message })),
  );
  if (places.length === 0) return [];
  const { journey, message } = oneOf(scene, places);
  const own = allFaults.flatMap((fault) => {
    const { tries, patienceMs } = seen ?? { tries: 1, patienceMs: null };
    const holdMs = holdFor({ tries, patienceMs });
    const drafts =
      fault.on === message.on
        ? fault.incidents(message, { journey, amount, lateMs, holdMs, tries })
        : null;
    return drafts === null ? [] : [drafts];
  });
  return own.length === 0 ? [] : [...journey.incidents(amount), ...oneOf(scene, own)];
};

// The processor answers in a few milliseconds here: a hundred times as fast as in life. So do fingers.
const soon = (scene: Scene): number => oneOf(scene, [0, 2, 0, 1, 5, 30]);
const afterAWhile = ({ dice }: Scene): number => 150 + dice.below(500);

const declined = (scene: Scene, next: 'other_card' | 'leaves' = 'other_card') =>
  ({
    kind: 'declined',
    code: oneOf(scene, ['insufficient_funds', 'generic_decline', 'expired_card'] as const),
    next,
  }) as const;

const challenged = (ends: IncidentOf<'challenged'>['ends']) =>
  ({ kind: 'challenged', ends }) as const;

const retries = (key: 'same' | 'other') => ({ kind: 'retries', key }) as const;

const answerLate = (scene: Scene) =>
  ({ kind: 'answer_late', ...call(scene), ms: scene.lateMs }) as const;

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
  { share: 5, incidents: (at) => [{ kind: 'answer_lost', ...call(at) }, retries('same')] },
  { share: 4, incidents: (at) => [{ kind: 'answer_lost', ...call(at) }, retries('other')] },
  { share: 4, incidents: (at) => [{ kind: 'answer_lost', ...call(at) }] },
  {
    share: 4,
    incidents: (at) => [
      { kind: 'answer_cut', ...call(at) },
      ...oneOf(at, [[], [retries('same')], [retries('other')]]),
    ],
  },
  {
    share: 4,
    incidents: (at) => [
      { kind: 'request_lost', ...call(at) },
      ...oneOf(at, [[], [retries('same')], [retries('other')]]),
    ],
  },
  {
    share: 5,
    incidents: (at) => [
      { kind: 'refused', ...call(at), status: oneOf(at, [500, 409, 429]) },
      ...oneOf(at, [[], [], [], [retries('same')], [retries('same')], [retries('other')]]),
    ],
  },
  // The answer comes later than anybody waits for.
  { share: 7, incidents: (at) => [answerLate(at)] },
  { share: 3, incidents: (at) => [answerLate(at), retries(oneOf(at, ['same', 'other']))] },

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
    share: 6,
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
      oneOf<IncidentDraft>(at, [
        { kind: 'webhook_late', about: 'payment', ms: afterAWhile(at) },
        { kind: 'webhook_dropped', about: 'payment', tries: 2 },
        { kind: 'webhook_twice', about: 'payment', ms: 0 },
        { kind: 'double_click', ms: soon(at) },
      ]),
    ],
  },
  { share: 4, incidents: () => [challenged('refused')] },
  { share: 3, incidents: () => [challenged('left')] },
  { share: 5, incidents: (at) => [challenged(oneOf(at, ['closed', 'late']))] },

  // The shop is killed or stands still.
  {
    share: 11,
    incidents: (at) => [
      {
        kind: 'killed',
        ...call(at),
        when: oneOf(at, ['after', 'after', 'answered', 'before']),
      },
      ...oneOf<ReadonlyArray<IncidentDraft>>(at, [
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
      refunded(at, oneOf(at, ['all', 'part'])),
      { kind: 'killed', ...refundCall(at), when: 'after' },
    ],
  },
  {
    share: 1,
    incidents: (at) => [refunded(at, 'all'), { kind: 'killed_at_webhook', about: 'refund' }],
  },
  {
    share: 4,
    incidents: (at) => [
      { kind: 'frozen', ...call(at), when: oneOf(at, ['after', 'before']), ms: at.lateMs },
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
    incidents: (at) => [{ kind: 'webhook_dropped', about: 'payment', tries: oneOf(at, [1, 2, 3]) }],
  },
  { share: 2, incidents: (at) => [{ kind: 'webhooks_reversed', ms: afterAWhile(at) }] },
  { share: 5, incidents: (at) => [{ kind: 'webhook_first', ...call(at) }] },
  {
    share: 4,
    incidents: (at) => {
      const place = call(at);
      return [
        { kind: 'webhook_first', ...place },
        oneOf<IncidentDraft>(at, [
          { kind: 'answer_late', ...place, ms: at.lateMs },
          { kind: 'answer_lost', ...place },
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
      refunded(at, oneOf(at, ['part', 'all', 'part', 'parts'])),
      { kind: 'refund_clicked_twice', ms: soon(at) },
    ],
  },
  {
    share: 4,
    incidents: (at) => [
      refunded(at, oneOf(at, ['part', 'all'])),
      { kind: 'answer_lost', ...refundCall(at) },
    ],
  },
  {
    share: 3,
    incidents: (at) => [
      refunded(at, 'parts'),
      oneOf<IncidentDraft>(at, [
        { kind: 'webhook_twice', about: 'refund', ms: 0 },
        { kind: 'webhook_late', about: 'refund', ms: afterAWhile(at) },
        { kind: 'webhooks_reversed', ms: afterAWhile(at) },
      ]),
    ],
  },

  // Whatever else a message can suffer.
  { share: 12, incidents: anyFault },

  // The processor forgets its keys before anybody tries again.
  {
    share: 4,
    incidents: (at) =>
      oneOf<ReadonlyArray<IncidentDraft>>(at, [
        [{ kind: 'day_passes', ...call(at) }],
        [refunded(at, 'part'), { kind: 'day_passes', ...refundCall(at) }],
      ]),
  },
];
