import type { StoredKey } from '../../../../application/idempotency/decide-claim.js';

/** A key with an answer. */
type AnsweredKey = StoredKey & {
  readonly key: string;
  readonly answer: NonNullable<StoredKey['answer']>;
  /** How many seconds longer than a day the answer is kept. */
  readonly extra: number;
  /** `null`: unknown. */
  readonly refused: boolean | null;
  /** Whether its outcome was unknown at any time before the answer. */
  readonly wasInDoubt: boolean;
  readonly summary: string | null;
};

/**
 * Answered keys. Answers that are kept equally long are in the order of their ends, so that `drop` reads only the keys that it
 * drops.
 */
export const answeredKeys = () => {
  const all = new Map<string, AnsweredKey>();
  const places = new Map<number, Set<string>>();

  const remove = (place: string): void => {
    const entry = all.get(place);
    if (entry === undefined) return;
    all.delete(place);
    places.get(entry.extra)?.delete(place);
  };

  /** Of each set, the entry that ends first. */
  const firsts = (): ReadonlyArray<readonly [place: string, entry: AnsweredKey]> =>
    [...places.values()].flatMap((set) => {
      const [place] = set;
      const entry = place === undefined ? undefined : all.get(place);
      return place === undefined || entry === undefined ? [] : [[place, entry] as const];
    });

  return {
    get: (place: string) => all.get(place),
    size: () => all.size,
    values: () => all.values(),
    remove,
    add: (place: string, entry: AnsweredKey): void => {
      all.set(place, entry);
      const set = places.get(entry.extra) ?? new Set();
      places.set(entry.extra, set.add(place));
    },
    /** Drops up to `limit` keys whose last day began before a moment, and returns them. */
    drop: (before: number, limit: number): ReadonlyArray<AnsweredKey> => {
      const dropped: Array<AnsweredKey> = [];
      while (dropped.length < limit) {
        const next = firsts().reduce<readonly [string, AnsweredKey] | undefined>(
          (least, one) =>
            least === undefined || one[1].answer.at < least[1].answer.at ? one : least,
          undefined,
        );
        if (next === undefined || next[1].answer.at >= before) break;
        remove(next[0]);
        dropped.push(next[1]);
      }
      return dropped;
    },
  };
};
