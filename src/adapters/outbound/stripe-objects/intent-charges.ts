import type { List } from '../../../domain/list.js';

/** The charges of an intent as a list: its latest one, or none (decision P7). */
export const chargesOf = <C>(intent: string, latest: C | null): List<C> => ({
  object: 'list',
  data: latest === null ? [] : [latest],
  has_more: false,
  url: `/v1/charges?payment_intent=${intent}`,
});
