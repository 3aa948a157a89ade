import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import type { Doubt } from '../../domain/doubt.js';
import type { IdempotencyCipher } from '../ports/idempotency-cipher.js';
import type { UnsettledKey } from '../ports/idempotency-store.js';
import { factsOf, requestSummary, type SummarizedInput } from './request-summary.js';
import { clientOf } from './unsettled-keys.js';

/** The summary of a key's request; `none`: there is none, or its secret is unknown. */
export const openSummary = (
  cipher: Pick<IdempotencyCipher, 'open'>,
  { summary }: Pick<UnsettledKey, 'summary'>,
): O.Option<SummarizedInput> =>
  pipe(O.fromNullable(summary), O.flatMap(cipher.open), O.flatMap(requestSummary.read));

/** SHA-256 of a text, as hexadecimal digits. */
type Digest = (text: string) => string;

/** The id of the doubt about a key. It begins with the key's place in the order of the store, and does not reveal the key. */
export const doubtIdOf = (digest: Digest, { scope, key, since }: UnsettledKey): string =>
  `doubt_${since}_${digest(JSON.stringify([scope, key])).slice(0, 32)}`;

/** The doubt about a key without an answer, for an operator. It does not contain the caller's key. `now`: Unix seconds. */
export const doubtOfKey =
  (cipher: Pick<IdempotencyCipher, 'open'>, digest: Digest, now: number) =>
  (key: UnsettledKey): Doubt => {
    const operation = key.firstSent?.operation ?? null;
    const input = O.getOrElse((): SummarizedInput => ({}))(openSummary(cipher, key));
    return {
      id: doubtIdOf(digest, key),
      object: 'doubt',
      kind: 'unknown_outcome',
      since: key.since,
      age: Math.max(now - key.since, 0),
      operation,
      client: clientOf(key.scope),
      key_hash: digest(key.key),
      derived_key: key.firstSent?.derivedKey ?? null,
      ...factsOf(operation, input),
    };
  };
