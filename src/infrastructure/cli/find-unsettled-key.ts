import { clientOf, isOfClient } from '../../application/doubts/unsettled-keys.js';
import type { IdempotencyStore, UnsettledKey } from '../../application/ports/idempotency-store.js';
import { CommandProblem, valueOrThrow } from './failures.js';

/** A key and its client, for a message. */
export const describeKey = ({ key, scope }: UnsettledKey): string =>
  `the key ${JSON.stringify(key)} of ${clientOf(scope)}`;

const clientsOf = (keys: ReadonlyArray<UnsettledKey>): string =>
  keys.map(({ scope }) => clientOf(scope)).join(', ');

/** The key without an answer that an operator names. */
export const findUnsettledKey = async (
  store: IdempotencyStore,
  key: string,
  client: string | undefined,
): Promise<UnsettledKey> => {
  const all = valueOrThrow(await store.unsettled({ key, limit: 1000 })());
  const found = all.filter(({ scope }) => client === undefined || isOfClient(scope, client));
  const [first, ...others] = found;
  if (first === undefined) {
    const besides = all.length === 0 ? '' : `, but that of ${clientsOf(all)} is`;
    throw new CommandProblem(
      `the key ${JSON.stringify(key)}${client === undefined ? '' : ` of ${client}`} is not in doubt${besides}: pasarela idempotency list shows the keys that are`,
    );
  }
  if (others.length > 0) {
    throw new CommandProblem(
      `several clients have the key ${JSON.stringify(key)}: choose one with --client: ${clientsOf(found)}`,
    );
  }
  return first;
};
