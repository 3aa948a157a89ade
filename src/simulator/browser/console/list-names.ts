/** The lists of the console, in their order. */
export const lists = [
  'payments',
  'sessions',
  'setups',
  'customers',
  'refunds',
  'disputes',
  'events',
  'deliveries',
  'doubts',
  'findings',
  'requests',
] as const;

/** A list of the console. */
export type ListName = (typeof lists)[number];

const listOfPrefix: { readonly [prefix: string]: ListName } = {
  pi: 'payments',
  cs: 'sessions',
  seti: 'setups',
  cus: 'customers',
  re: 'refunds',
  du: 'disputes',
  evt: 'events',
  req: 'requests',
  log: 'requests',
  ch: 'payments',
  py: 'payments',
  pyr: 'refunds',
  mandate: 'payments',
  pm: 'customers',
  txn: 'payments',
  we: 'deliveries',
  doubt: 'doubts',
  finding: 'findings',
};

/** The link to an object; `null`: the console does not show objects of its kind. */
export const linkTo = (id: string): string | null => {
  // Test cards such as `pm_card_visa` are names, not ids.
  const prefix = /^([a-z]+)_(?!card_)\w+$/.exec(id)?.[1] ?? '';
  const list = listOfPrefix[prefix];
  return list === undefined ? null : `#${list}/${id}`;
};
