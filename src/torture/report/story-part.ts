/** The parties of a story. `customer` is also the staff. */
export type Lane = 'customer' | 'shop' | 'processor';

/** Something that happened, in a sentence. */
export type StoryLine = {
  /** Milliseconds since the customer came. */
  readonly at: number;
  readonly from: Lane;
  /** The party that it reached; the same as `from`: it stayed there. */
  readonly to: Lane;
  /** The way that did not arrive: there, or back. */
  readonly lost: 'there' | 'back' | null;
  /** `incident`: the tool did it. `bad`: it should not have happened. */
  readonly tone: 'plain' | 'good' | 'bad' | 'incident';
  readonly text: string;
};

/** An entry of the journal in words, before its neighbours are known. */
export type StoryPart = Omit<StoryLine, 'at'> & {
  /** Milliseconds of the run. */
  readonly begins: number;
  readonly ends: number;
  /** Its result, which follows `text` or has a line of its own where other things happened before it. */
  readonly outcome: string | null;
  /** The outcome follows `text` in any case. */
  readonly isWhole: boolean;
  /** Short stories leave it out. */
  readonly isMinor: boolean;
  /** The beginning of a line of its own: `POST /v1/refunds`. */
  readonly name: string;
  /** Neighbours with the same key become one line about all of their items. */
  readonly alike: {
    readonly key: string;
    readonly item: string;
    readonly text: (items: ReadonlyArray<string>) => string;
  } | null;
};

/** A part that ends when it begins. */
export const momentAt = (
  at: number,
  from: Lane,
  to: Lane,
  text: string,
  more: Partial<Pick<StoryPart, 'tone' | 'lost'>> = {},
): StoryPart => ({
  begins: at,
  ends: at,
  from,
  to,
  text,
  lost: null,
  tone: 'plain',
  outcome: null,
  name: '',
  isWhole: true,
  isMinor: false,
  alike: null,
  ...more,
});
