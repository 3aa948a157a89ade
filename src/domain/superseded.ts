/** The types of events after which an intent never changes again. Its other events happened before, whatever their `created`. */
export const finalEventTypes = [
  'payment_intent.canceled',
  'payment_intent.succeeded',
  'setup_intent.canceled',
  'setup_intent.succeeded',
] as const;

const finals: ReadonlySet<string> = new Set(finalEventTypes);

/**
 * When an event happened in the life of its object. Places compare number by number, as versions do: an event with a final status
 * comes after all others, because the events of one second have the same `created` and arrive in any order.
 */
type PlaceInLife = readonly [final: number, created: number];

/** The place of an event. `created`: Unix seconds. */
export const placeInLife = (type: string, created: number): PlaceInLife => [
  finals.has(type) ? 1 : 0,
  created,
];
