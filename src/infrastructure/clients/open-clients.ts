import * as E from 'fp-ts/lib/Either.js';
import { clientsOf } from '../../adapters/inbound/http/api-keys.js';
import { type Clients, createClients } from '../../adapters/inbound/http/clients.js';
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
  readonly close: () => void;
};

const mostProblems = 10;

/** Replaces the clients by those of the file. A file that is wrong changes nothing, and is reported once. */
const reloading = (
  clients: Clients,
  file: ClientsFile,
  logger: Logger,
  firstText: string,
): ((isAsked: boolean) => Promise<void>) => {
  let text = firstText;
  let reported: string | undefined;
  return async (isAsked) => {
    const read = await readClientsFile(file);
    if (E.isLeft(read)) {
      const problems = read.left.slice(0, mostProblems).join('; ');
      if (isAsked || problems !== reported) {
        logger.error(
          `API_KEYS_FILE was not reloaded, and the clients stay as they were: correct it (${problems})`,
        );
      }
      reported = problems;
      return;
    }
    reported = undefined;
    if (!isAsked && read.right.text === text) return;
    text = read.right.text;
    for (const warning of read.right.warnings) logger.warn(warning);
    clients.replace(read.right.clients);
    logger.info(`API_KEYS_FILE was reloaded: clients: ${read.right.clients.length}`);
  };
};

const openFile = async (
  file: ClientsFile,
  logger: Logger,
  pollMs: number | undefined,
): Promise<OpenClients> => {
  const read = await readClientsFile(file);
  if (E.isLeft(read)) throw new ClientsFileProblem(read.left);
  for (const warning of read.right.warnings) logger.warn(warning);
  const clients = createClients(read.right.clients);
  const reload = reloading(clients, file, logger, read.right.text);
  // One after the other: an older version must not replace a newer one.
  let last = Promise.resolve();
  const reloadNext = (isAsked: boolean): Promise<void> => {
    last = last.then(() => reload(isAsked));
    return last;
  };
  const unwatch = await watchFile(file.path, () => void reloadNext(false), pollMs);
  // It may have changed before it was watched.
  await reloadNext(false);
  return { clients, reload: () => reloadNext(true), close: unwatch };
};

/** Opens the clients of the configuration. Throws a `ClientsFileProblem` if their file cannot be used. */
export const openClients = async (
  { apiKeys, apiKeysFile }: Pick<Config, 'apiKeys' | 'apiKeysFile'>,
  logger: Logger,
  pollMs?: number,
): Promise<OpenClients> => {
  if (apiKeysFile !== undefined) return openFile(apiKeysFile, logger, pollMs);
  return {
    clients: createClients(clientsOf(apiKeys)),
    reload: async () => undefined,
    close: () => undefined,
  };
};
