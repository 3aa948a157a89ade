import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  type Clients,
  clientOfScope,
  isKeyHash,
} from '../../adapters/inbound/http/access/clients.js';
import type { IdempotencyStore, UnsettledKey } from '../../application/ports/idempotency-store.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';
import type { Config } from '../config/config.js';

/** A client that the store knows from its keys, and that may not call any more under that name. */
type GoneClient = {
  /** Its name, or the SHA-256 of the key of a client without a name. */
  readonly client: string;
  /** How many of its requests have no response: they are in progress or in doubt. */
  readonly unsettled: number;
};

type Settings = Pick<Config, 'apiKeys' | 'apiKeysFile' | 'retiredClients'>;

type Store = Pick<IdempotencyStore, 'scopes' | 'unsettled'>;

// Far more than there are clients.
const mostScopes = 1000;
const pageSize = 1000;

// Programs that use the library on the same store have scopes of their own. `open` is looked for under every client.
const isClient = (scope: string): boolean => clientOfScope(scope) !== scope || isKeyHash(scope);

const countUnsettled = (
  store: Store,
  counts: ReadonlyMap<string, number>,
  after?: UnsettledKey,
): TE.TaskEither<StoreUnavailable, ReadonlyMap<string, number>> =>
  pipe(
    store.unsettled({ limit: pageSize, ...(after === undefined ? {} : { after }) }),
    TE.flatMap((page) => {
      const counted = new Map(counts);
      for (const { scope } of page) {
        const before = counted.get(scope);
        if (before !== undefined) counted.set(scope, before + 1);
      }
      const last = page.at(-1);
      return page.length < pageSize || last === undefined
        ? TE.right(counted)
        : countUnsettled(store, counted, last);
    }),
  );

// `known`: the scopes of the clients that may call, also their former ones.
const findGoneClients = (
  store: Store,
  known: ReadonlySet<string>,
  retired: ReadonlyArray<string>,
): TE.TaskEither<StoreUnavailable, ReadonlyArray<GoneClient>> =>
  pipe(
    store.scopes(mostScopes),
    TE.map((scopes) =>
      scopes.filter(
        (scope) => isClient(scope) && !known.has(scope) && !retired.includes(clientOfScope(scope)),
      ),
    ),
    TE.flatMap((gone) =>
      gone.length === 0
        ? TE.right(new Map<string, number>())
        : countUnsettled(store, new Map(gone.map((scope) => [scope, 0]))),
    ),
    TE.map((counts) =>
      [...counts].map(([scope, unsettled]) => ({ client: clientOfScope(scope), unsettled })),
    ),
  );

/** Where clients are configured: in the file, in `API_KEYS`, or nowhere. */
type ClientsPlace = 'file' | 'variable' | 'nowhere';

// An operator writes this line, so that the client is found again.
const lineFor =
  (place: ClientsPlace) =>
  ({ client }: GoneClient): string => {
    const isHash = isKeyHash(client);
    switch (place) {
      case 'file':
        return isHash ? `"former_keys": ["sha256:${client}"]` : `"former_names": ["${client}"]`;
      case 'variable':
        return `API_KEYS=<name>=${client}:<key>`;
      case 'nowhere':
        return isHash ? 'API_KEYS=<key>' : `API_KEYS=${client}:<key>`;
    }
  };

const adviceFor = (gone: ReadonlyArray<GoneClient>, place: ClientsPlace): string => {
  const lines = gone.map(lineFor(place)).join(' and ');
  const retired = `RETIRED_CLIENTS=${gone.map(({ client }) => client).join(',')}`;
  switch (place) {
    case 'file':
      return `write ${lines} at the client that it is now in API_KEYS_FILE, or ${retired} if it is gone on purpose`;
    case 'variable':
      return `write ${lines} with the name that it has now, or ${retired} if it is gone on purpose`;
    case 'nowhere':
      return `write ${lines} again, or ${retired} if keys are off on purpose`;
  }
};

type Report = { readonly warning?: string; readonly problem?: string };

const warningOf = (gone: ReadonlyArray<GoneClient>, place: ClientsPlace): string =>
  `clients that the store knows may not call any more: ${gone.map(({ client }) => client).join(', ')}. A repetition of a request of theirs under another name runs as new: ${adviceFor(gone, place)}`;

const problemOf = (gone: ReadonlyArray<GoneClient>, place: ClientsPlace): string => {
  const shown = gone.map(({ client, unsettled }) => `${client} (${unsettled})`).join(', ');
  return `clients that may not call any more have requests without a response in the store: ${shown}. A repetition under another name would run as new, and could charge twice: ${adviceFor(gone, place)}. pasarela idempotency list shows the requests`;
};

/**
 * Compares the clients that the store knows from its keys with those that may call (decision A15). `warning`: some are gone.
 * `problem`: some are gone although requests of theirs have no response.
 */
export const checkGoneClients = (
  store: Store,
  { scopes }: Pick<Clients, 'scopes'>,
  { apiKeys, apiKeysFile, retiredClients }: Settings,
): TE.TaskEither<StoreUnavailable, Report> =>
  pipe(
    findGoneClients(store, scopes(), retiredClients),
    TE.map((gone) => {
      const fromKeys = apiKeys.length === 0 ? 'nowhere' : 'variable';
      const place = apiKeysFile === undefined ? fromKeys : 'file';
      const doubtful = gone.filter(({ unsettled }) => unsettled > 0);
      const others = gone.filter(({ unsettled }) => unsettled === 0);
      return {
        ...(others.length === 0 ? {} : { warning: warningOf(others, place) }),
        ...(doubtful.length === 0 ? {} : { problem: problemOf(doubtful, place) }),
      };
    }),
  );
