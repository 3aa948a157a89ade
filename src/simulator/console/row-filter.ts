import { isObject, objectFields } from '../../domain/input/json.js';
import { wholeUnitsText } from '../../domain/money/amount-text.js';

/** The rows that somebody looks for. Empty texts: all. */
export type RowFilter = { readonly text: string; readonly status: string };

// People see these in rows, and copy them from logs. Others, such as the types of methods, would match nearly every row.
const searched = [
  'id',
  'description',
  'about',
  'receipt_email',
  'email',
  'name',
  'phone',
  'customer',
  'payment_intent',
  'setup_intent',
  'latest_charge',
  'charge',
  'payment_method',
  'client_reference_id',
  'currency',
  'reason',
  'type',
  'event',
  'url',
  'method',
  'path',
  'problem',
  'order',
  'operation',
  'object_id',
  'status',
  'shown_status',
];

const amountsOf = ({ amount, amount_total, currency }: ReturnType<typeof objectFields>) =>
  [amount, amount_total].map((minor) =>
    typeof minor === 'number' && typeof currency === 'string'
      ? (wholeUnitsText(minor, currency) ?? '')
      : '',
  );

const textsOf = (row: unknown): ReadonlyArray<string> => {
  const fields = objectFields(row);
  const about: unknown = objectFields(objectFields(fields['data'])['object'])['id'];
  return [
    ...searched.map((name) => fields[name]),
    ...Object.values(objectFields(fields['metadata'])),
    ...amountsOf(fields),
    about,
  ]
    .filter((value) => !isObject(value) && value !== undefined && value !== null)
    .map(String);
};

// `€44,48` is how people read an amount in the list.
const asSearched = (word: string): string =>
  /^\p{Sc}?\d+[.,]\d+\p{Sc}?$/u.test(word)
    ? word.replaceAll(/\p{Sc}/gu, '').replace(',', '.')
    : word;

/** Whether a row has a status, and every word of a text in what people see of it or in its metadata, in any case. */
export const rowFilter = ({ text, status }: RowFilter): ((row: unknown) => boolean) => {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '' && !/^\p{Sc}$/u.test(word))
    .map(asSearched);
  return (row) => {
    if (status !== '' && objectFields(row)['shown_status'] !== status) return false;
    if (words.length === 0) return true;
    const shown = textsOf(row).join('\n').toLowerCase();
    return words.every((word) => shown.includes(word));
  };
};
