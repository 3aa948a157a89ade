import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as RA from 'fp-ts/lib/ReadonlyArray.js';
import type { Ceilings } from '../../../../application/ceilings.js';
import {
  also,
  type Check,
  must,
  optional,
  options,
  textsThat,
  textThat,
} from '../../../../application/checked-input.js';
import { isPlainObject } from '../../../../domain/input/json.js';
import { misspeltName } from '../../../../domain/input/misspelt-names.js';
import { type Permission, permissions } from '../permissions.js';
import {
  aClientName,
  type ClientEntry,
  conflictsOf,
  isClientName,
  keyProblem,
} from './client-entries.js';
import { type ApiClient, keyHashOf } from './clients.js';

const anAmount = optional(
  must(
    'must be a positive integer, in minor units such as cents',
    (value): value is number =>
      typeof value === 'number' && Number.isSafeInteger(value) && value > 0,
  ),
);

// The ceilings of a client, by their names in the file.
const ceilingFields = {
  largest_payment_minor: 'largestPayment',
  largest_refund_minor: 'largestRefund',
  largest_refunds_per_day_minor: 'largestRefundsPerDay',
} as const satisfies { readonly [name: string]: keyof Ceilings };

type FileClient = {
  readonly name: string;
  readonly former_names?: ReadonlyArray<string>;
  readonly keys: ReadonlyArray<string>;
  readonly former_keys?: ReadonlyArray<string>;
  readonly scopes?: ReadonlyArray<Permission>;
} & { readonly [N in keyof typeof ceilingFields]?: number };

// An unknown name is not repeated: in a file that is mixed up it may be a key.
const unknownFields = (
  place: string,
  unknown: ReadonlyArray<string>,
  known: ReadonlyArray<string>,
): ReadonlyArray<string> => {
  const nearest = new Set(unknown.flatMap((name) => misspeltName(known)(name) ?? []));
  const others = unknown.some((name) => misspeltName(known)(name) === null);
  return [
    ...[...nearest].map((name) => `${place} has a misspelt field: did you mean ${name}?`),
    ...(others ? [`${place} has an unknown field: it may have ${known.join(', ')}`] : []),
  ];
};

const problemsOfKeys =
  (shortest: number) =>
  (keys: ReadonlyArray<string>, name: string): ReadonlyArray<string> =>
    keys.flatMap((key, index) => {
      const where = `${name}[${index}]`;
      if (key === '') return [`${where} is empty`];
      if (!/^[!-~]+$/.test(key))
        return [`${where} has a space, or a character that is not printable ASCII`];
      const problem = keyProblem(key, shortest);
      return problem === undefined ? [] : [`${where} ${problem}`];
    });

const isName = (text: string): boolean => isClientName(text) && text !== 'open';

const isPermission = (word: unknown): word is Permission =>
  permissions.some((permission) => permission === word);

const wantedKeys = 'must be an array of one or more strings';

const aClient = (shortestKey: number): Check<FileClient> =>
  options<FileClient>(
    {
      name: textThat(`must be a name that is not "open": it has ${aClientName}`, isName),
      former_names: optional(
        textsThat(`must be an array of names: each has ${aClientName}`, isName),
      ),
      keys: also(
        also(textsThat(wantedKeys), (keys, name) =>
          keys.length === 0 ? [`${name} ${wantedKeys}`] : [],
        ),
        problemsOfKeys(shortestKey),
      ),
      former_keys: optional(also(textsThat('must be an array of strings'), problemsOfKeys(1))),
      scopes: optional(
        must(
          `must be an array of one or more of ${permissions.join(', ')}`,
          (scopes): scopes is ReadonlyArray<Permission> =>
            Array.isArray(scopes) && scopes.length > 0 && scopes.every(isPermission),
        ),
      ),
      largest_payment_minor: anAmount,
      largest_refund_minor: anAmount,
      largest_refunds_per_day_minor: anAmount,
    },
    (names, path, known) => unknownFields(path.slice(0, -1), names, Object.keys(known)),
  );

const entryOf =
  (place: string) =>
  ({ name, keys, former_names, former_keys, scopes, ...amounts }: FileClient): ClientEntry => {
    const given: { readonly [field: string]: number | undefined } = amounts;
    const ceilings = Object.entries(ceilingFields).flatMap(([field, ceiling]) =>
      given[field] === undefined ? [] : [[ceiling, given[field]] as const],
    );
    return {
      place,
      client: {
        name,
        otherNames: former_names ?? [],
        otherKeyHashes: (former_keys ?? []).map(keyHashOf),
        keys,
        ...(scopes === undefined ? {} : { permissions: new Set(scopes) }),
        ...(ceilings.length === 0 ? {} : { ceilings: Object.fromEntries(ceilings) }),
      },
    };
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
  if (!isPlainObject(json.right)) {
    return E.left(['it must be an object such as {"clients": [...]}']);
  }
  const { clients, ...others } = json.right;
  const unknown = unknownFields('the object', Object.keys(others), ['clients']);
  if (unknown.length > 0) return E.left(unknown);
  // No client would mean that everyone may call.
  if (!Array.isArray(clients) || clients.length === 0) {
    return E.left(['clients must be an array of one or more clients']);
  }
  const { read } = aClient(shortestKey);
  const { left: wrong, right: entries } = pipe(
    clients,
    RA.partitionMapWithIndex((index, client: unknown) => {
      const place = `clients[${index}]`;
      return pipe(read(client, place), E.map(entryOf(place)));
    }),
  );
  const problems = [
    ...wrong.flat(),
    ...namesakesIn(entries),
    ...conflictsOf(entries, 'in former_names or former_keys'),
  ];
  return problems.length > 0 ? E.left(problems) : E.right(entries.map(({ client }) => client));
};
