import type { List } from '../../../domain/input/list.js';

/** The list of an intent's charges: its latest one, or empty (decision P7). */
export const chargesOf = <C>(intent: string, latest: C | null): List<C> => ({
  object: 'list',
  data: latest === null ? [] : [latest],
  has_more: false,
  url: `/v1/charges?payment_intent=${intent}`,
});
