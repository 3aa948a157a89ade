import * as E from 'fp-ts/lib/Either.js';
import { clientsOf } from '../../adapters/inbound/http/access/api-keys.js';
import {
  type ApiClient,
  type Clients,
  createClients,
  keyHashOf,
} from '../../adapters/inbound/http/access/clients.js';
import type { AuditLog } from '../../application/ports/audit-log.js';
import type { Logger } from '../../application/ports/logger.js';
import type { Config } from '../config/config.js';
import type { ClientsFile } from '../config/secrets.js';
import { ClientsFileProblem } from './clients-file-problem.js';
import { readClientsFile } from './read-clients-file.js';
import { watchFile } from './watch-file.js';

/** The clients of the service. Those of a file follow it. */
export type OpenClients = {
  readonly clients: Clients;
  /** Reads the file again, even if it seems unchanged. Does nothing without a file. */
  readonly reload: () => Promise<void>;
  /** Calls the listener after the clients were replaced by those of a changed file. */
  readonly onReload: (listener: () => Promise<void>) => void;
  readonly close: () => void;
};

/** Where it is reported that clients have changed. */
type Reports = { readonly logger: Logger; readonly audit?: AuditLog | undefined };

// Everything but the notation of the keys. It is compared, and never leaves.
const factsOf = (client: ApiClient): string =>
  JSON.stringify({
    ...client,
    keys: client.keys.map(keyHashOf),
    permissions: [...(client.permissions ?? [])],
  });

const namesOf = (clients: ReadonlyArray<ApiClient>): ReadonlyArray<string> =>
  clients.map(({ name = '' }) => name);

/** The names of the clients that are new, gone and changed. */
const differences = (before: ReadonlyArray<ApiClient>, after: ReadonlyArray<ApiClient>) => {
  const known = new Map(before.map((client) => [client.name, factsOf(client)]));
  const names = new Set(namesOf(after));
  return {
    added: namesOf(after.filter(({ name }) => !known.has(name))),
    removed: namesOf(before).filter((name) => !names.has(name)),
    changed: namesOf(
      after.filter((client) => {
        const facts = known.get(client.name);
        return facts !== undefined && facts !== factsOf(client);
      }),
    ),
  };
};

const mostProblems = 10;

/** Replaces the clients by those of the file; returns whether it did. A file that is wrong changes nothing, and is reported once. */
const reloading = (
  clients: Clients,
  file: ClientsFile,
  { logger, audit }: Reports,
  first: { readonly text: string; readonly clients: ReadonlyArray<ApiClient> },
): ((isAsked: boolean) => Promise<boolean>) => {
  let { text, clients: current } = first;
  let reported: string | undefined;
  return async (isAsked) => {
    const read = await readClientsFile(file);
    if (E.isLeft(read)) {
      const problems = read.left.slice(0, mostProblems).join('; ');
      if (isAsked || problems !== reported) {
        logger.error(
          `API_KEYS_FILE was not reloaded, and the clients stay as they were: correct it (${problems})`,
        );
        audit?.({ operation: 'reloadClients', outcome: 'refused' });
      }
      reported = problems;
      return false;
    }
    reported = undefined;
    if (!isAsked && read.right.text === text) return false;
    text = read.right.text;
    for (const warning of read.right.warnings) logger.warn(warning);
    clients.replace(read.right.clients);
    audit?.({
      operation: 'reloadClients',
      outcome: 'done',
      ...differences(current, read.right.clients),
    });
    current = read.right.clients;
    logger.info(`API_KEYS_FILE was reloaded: clients: ${read.right.clients.length}`);
    return true;
  };
};

const openFile = async (
  file: ClientsFile,
  reports: Reports,
  pollMs: number | undefined,
): Promise<OpenClients> => {
  const read = await readClientsFile(file);
  if (E.isLeft(read)) throw new ClientsFileProblem(read.left);
  for (const warning of read.right.warnings) reports.logger.warn(warning);
  const clients = createClients(read.right.clients);
  const reload = reloading(clients, file, reports, read.right);
  let listener: (() => Promise<void>) | undefined;
  // One after the other: an older version must not replace a newer one.
  let last = Promise.resolve();
  const reloadNext = (isAsked: boolean): Promise<void> => {
    last = last.then(async () => {
      if (await reload(isAsked)) await listener?.();
    });
    return last;
  };
  const unwatch = await watchFile(file.path, () => void reloadNext(false), pollMs);
  // It may have changed before it was watched.
  await reloadNext(false);
  return {
    clients,
    reload: () => reloadNext(true),
    onReload: (added) => {
      listener = added;
    },
    close: unwatch,
  };
};

/** Opens the clients of the configuration. Throws a `ClientsFileProblem` if their file cannot be used. */
export const openClients = async (
  { apiKeys, apiKeysFile }: Pick<Config, 'apiKeys' | 'apiKeysFile'>,
  reports: Reports,
  pollMs?: number,
): Promise<OpenClients> => {
  if (apiKeysFile !== undefined) return openFile(apiKeysFile, reports, pollMs);
  return {
    clients: createClients(clientsOf(apiKeys)),
    reload: async () => undefined,
    onReload: () => undefined,
    close: () => undefined,
  };
};
