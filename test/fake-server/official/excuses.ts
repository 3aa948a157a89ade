/** Something that a check complains about and that is meant to be so, with the reason. */
type Excuse = { readonly complaint: string; readonly reason: string };

/** What our answers have otherwise than the documents say. */
export const excuses: ReadonlyArray<Excuse> = [
  {
    complaint: 'neither: card.wallet',
    reason: `Stripe's own examples of tokens and cards show it, null as here`,
  },
];

/** Complaints that nothing excuses, and excuses that nothing needs. */
type Judgement = {
  readonly unexcused: ReadonlyArray<string>;
  readonly unneeded: ReadonlyArray<string>;
};

/** Weighs complaints against the excuses that there are. */
export const judge = (
  complaints: ReadonlyArray<string>,
  allowed: ReadonlyArray<Excuse>,
): Judgement => {
  const excused = new Set(allowed.map(({ complaint }) => complaint));
  const made = new Set(complaints);
  return {
    unexcused: [...made].filter((complaint) => !excused.has(complaint)),
    unneeded: [...excused].filter((complaint) => !made.has(complaint)),
  };
};
