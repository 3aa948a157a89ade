import * as E from 'fp-ts/lib/Either.js';
import type { Ceilings } from '../../../../application/ceilings.js';
import { misspeltName } from '../../../../domain/field-names.js';
import { isObject } from '../../../../domain/json.js';
import { permissions } from '../permissions.js';
import {
  aClientName,
  type ClientEntry,
  conflictsOf,
  isClientName,
  keyProblem,
} from './client-entries.js';
import { type ApiClient, keyHashOf } from './clients.js';

type Fields = { readonly [name: string]: unknown };

const isFields = (value: unknown): value is Fields => isObject(value) && !Array.isArray(value);

const isTexts = (value: unknown): value is ReadonlyArray<string> =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

const isPermission = (word: string): word is (typeof permissions)[number] =>
  permissions.some((permission) => permission === word);

const fieldsOfFile = ['clients'];

// The ceilings of a client, by their names in the file.
const ceilingFields = {
  largest_payment_minor: 'largestPayment',
  largest_refund_minor: 'largestRefund',
  largest_refunds_per_day_minor: 'largestRefundsPerDay',
} as const satisfies { readonly [name: string]: keyof Ceilings };

const fieldsOfClient = [
  'name',
  'former_names',
  'keys',
  'former_keys',
  'scopes',
  ...Object.keys(ceilingFields),
];

// An unknown name is not repeated: in a file that is mixed up it may be a key.
const unknownFields = (
  place: string,
  fields: Fields,
  known: ReadonlyArray<string>,
): ReadonlyArray<string> => {
  const unknown = Object.keys(fields).filter((name) => !known.includes(name));
  const nearest = new Set(unknown.flatMap((name) => misspeltName(known)(name) ?? []));
  const others = unknown.some((name) => misspeltName(known)(name) === null);
  return [
    ...[...nearest].map((name) => `${place} has a misspelt field: did you mean ${name}?`),
    ...(others ? [`${place} has an unknown field: it may have ${known.join(', ')}`] : []),
  ];
};

const problemsOfKeys = (
  place: string,
  keys: ReadonlyArray<string>,
  shortest: number,
): ReadonlyArray<string> =>
  keys.flatMap((key, index) => {
    const where = `${place}[${index}]`;
    if (key === '') return [`${where} is empty`];
    if (!/^[!-~]+$/.test(key))
      return [`${where} has a space, or a character that is not printable ASCII`];
    const problem = keyProblem(key, shortest);
    return problem === undefined ? [] : [`${where} ${problem}`];
  });

/** Reads one value of a client, or says what it must be. */
type Read = <A>(
  name: string,
  accepts: (value: unknown) => value is A,
  wanted: string,
) => A | undefined;

const isName = (value: unknown): value is string =>
  typeof value === 'string' && isClientName(value) && value !== 'open';

const areNames = (value: unknown): value is ReadonlyArray<string> =>
  isTexts(value) && value.every(isName);

const areKeys = (value: unknown): value is ReadonlyArray<string> =>
  isTexts(value) && value.length > 0;

const arePermissions = (value: unknown): value is ReadonlyArray<(typeof permissions)[number]> =>
  isTexts(value) && value.length > 0 && value.every(isPermission);

const isAmount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0;

const parseClient = (
  place: string,
  fields: unknown,
  shortest: number,
): E.Either<ReadonlyArray<string>, ClientEntry> => {
  if (!isFields(fields)) return E.left([`${place} must be an object`]);
  const problems: Array<string> = [...unknownFields(place, fields, fieldsOfClient)];
  const read: Read = (name, accepts, wanted) => {
    const value = fields[name];
    if (accepts(value)) return value;
    if (value !== undefined) problems.push(`${place}.${name} must be ${wanted}`);
    return undefined;
  };
  const name = read('name', isName, `a name that is not "open": it has ${aClientName}`);
  const otherNames = read('former_names', areNames, `an array of names: each has ${aClientName}`);
  const keys = read('keys', areKeys, 'an array of one or more strings');
  const formerKeys = read('former_keys', isTexts, 'an array of strings');
  const scopes = read(
    'scopes',
    arePermissions,
    `an array of one or more of ${permissions.join(', ')}`,
  );
  const ceilings = Object.entries(ceilingFields).flatMap(([field, ceiling]) => {
    const amount = read(field, isAmount, 'a positive integer, in minor units such as cents');
    return amount === undefined ? [] : [[ceiling, amount] as const];
  });
  for (const required of ['name', 'keys']) {
    if (fields[required] === undefined) problems.push(`${place} needs ${required}`);
  }
  problems.push(
    ...problemsOfKeys(`${place}.keys`, keys ?? [], shortest),
    ...problemsOfKeys(`${place}.former_keys`, formerKeys ?? [], 1),
  );
  return problems.length > 0
    ? E.left(problems)
    : E.right({
        place,
        client: {
          name,
          otherNames: otherNames ?? [],
          otherKeyHashes: (formerKeys ?? []).map(keyHashOf),
          keys: keys ?? [],
          ...(scopes === undefined ? {} : { permissions: new Set(scopes) }),
          ...(ceilings.length === 0 ? {} : { ceilings: Object.fromEntries(ceilings) }),
        },
      });
};

const namesakesIn = (entries: ReadonlyArray<ClientEntry>): ReadonlyArray<string> => {
  const first = new Map<string | undefined, string>();
  return entries.flatMap(({ place, client: { name } }) => {
    const earlier = first.get(name);
    if (earlier !== undefined)
      return [`${place} has the name of ${earlier}: put their keys together`];
    first.set(name, place);
    return [];
  });
};

// The engine's message repeats a part of the text.
const placeIn = (text: string, error: unknown): string => {
  const [, position] = /at position (\d+)/.exec(String(error)) ?? [];
  if (position === undefined) return '';
  const before = text.slice(0, Number(position)).split('\n');
  return before.length === 1
    ? `, at character ${position}`
    : `, at line ${before.length}, character ${(before.at(-1) ?? '').length + 1}`;
};

const parseJson = (text: string): E.Either<ReadonlyArray<string>, unknown> => {
  try {
    return E.right(JSON.parse(text));
  } catch (error) {
    return E.left([`it is not valid JSON${placeIn(text, error)}`]);
  }
};

/**
 * Parses the content of `API_KEYS_FILE` (decision A12). A problem names a client by its position, and never repeats a value.
 * `shortestKey`: the least length of a key in plain text.
 */
export const parseClientsFile = (
  text: string,
  shortestKey = 1,
): E.Either<ReadonlyArray<string>, ReadonlyArray<ApiClient>> => {
  // Editors on Windows put a byte order mark before the text.
  const json = parseJson(text.replace(/^\uFEFF/u, ''));
  if (E.isLeft(json)) return json;
  const file = json.right;
  if (!isFields(file)) return E.left(['it must be an object such as {"clients": [...]}']);
  const unknown = unknownFields('the object', file, fieldsOfFile);
  const clients: unknown = file['clients'];
  if (unknown.length > 0) return E.left(unknown);
  // No client would mean that everyone may call.
  if (!Array.isArray(clients) || clients.length === 0) {
    return E.left(['clients must be an array of one or more clients']);
  }
  const parsed = clients.map((client, index) =>
    parseClient(`clients[${index}]`, client, shortestKey),
  );
  const entries = parsed.flatMap((one) => (E.isRight(one) ? [one.right] : []));
  const problems = [
    ...parsed.flatMap((one) => (E.isLeft(one) ? one.left : [])),
    ...namesakesIn(entries),
    ...conflictsOf(entries, 'in former_names or former_keys'),
  ];
  return problems.length > 0 ? E.left(problems) : E.right(entries.map(({ client }) => client));
};
