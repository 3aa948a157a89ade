import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as RNA from 'fp-ts/lib/ReadonlyNonEmptyArray.js';
import type { IdempotencyCipher } from '../../application/ports/idempotency-cipher.js';

const algorithm = 'aes-256-gcm';
const ivLength = 12;
const tagLength = 16;

// Asking for twelve random bytes takes as long as for thousands, and half as long as encrypting an answer.
const ivsAtOnce = 256;

const createIvs = (): (() => Buffer) => {
  let bytes = Buffer.alloc(0);
  return () => {
    if (bytes.length === 0) bytes = randomBytes(ivsAtOnce * ivLength);
    const iv = bytes.subarray(0, ivLength);
    bytes = bytes.subarray(ivLength);
    return iv;
  };
};

const keyFor = (secret: string, purpose: string, length = 32): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', `pasarela idempotency ${purpose}`, length));

/** The functions with one secret. `id` identifies the secret without revealing it. */
const cipherFor = (secret: string) => {
  const hashing = keyFor(secret, 'fingerprint');
  const sealing = keyFor(secret, 'seal');
  const nextIv = createIvs();
  return {
    id: Buffer.from(keyFor(secret, 'id', 9)).toString('base64url'),
    fingerprint: (text: string): string =>
      createHmac('sha256', hashing).update(text).digest('base64url'),
    seal: (text: string): string => {
      const iv = nextIv();
      const cipher = createCipheriv(algorithm, sealing, iv, { authTagLength: tagLength });
      const sealed = cipher.update(text, 'utf8');
      // In this mode the last part is empty, and makes the tag.
      cipher.final();
      // The length of the first part is a multiple of three, so that the second one continues its base64.
      const head = Buffer.concat([iv, cipher.getAuthTag(), sealed.subarray(0, 2)]);
      return `${head.toString('base64')}${sealed.toString('base64', 2)}`;
    },
    open: (sealed: string): O.Option<string> =>
      O.tryCatch(() => {
        const bytes = Buffer.from(sealed, 'base64');
        const iv = bytes.subarray(0, ivLength);
        const start = ivLength + tagLength;
        const decipher = createDecipheriv(algorithm, sealing, iv, { authTagLength: tagLength });
        decipher.setAuthTag(bytes.subarray(ivLength, start));
        return Buffer.concat([decipher.update(bytes.subarray(start)), decipher.final()]).toString();
      }),
  };
};

/** Hashes with HMAC-SHA-256 and encrypts with AES-256-GCM, with keys derived from the secrets. The current secret comes first. */
export const createIdempotencyCipher = (
  secrets: RNA.ReadonlyNonEmptyArray<string>,
): IdempotencyCipher => {
  const all = pipe(secrets, RNA.map(cipherFor));
  const [current, ...former] = all;
  const fingerprintOf =
    (text: string) =>
    ({ id, fingerprint }: typeof current) => ({ secret: id, value: fingerprint(text) });
  return {
    fingerprints: (text) => [fingerprintOf(text)(current), ...former.map(fingerprintOf(text))],
    seal: (text, secret = current.id) => {
      const one = all.find(({ id }) => id === secret);
      return one === undefined ? O.none : O.some(one.seal(text));
    },
    open: (sealed) =>
      pipe(
        all,
        RNA.map(({ open }) => open(sealed)),
        RNA.reduce(O.none as O.Option<string>, (found, next) => (O.isSome(found) ? found : next)),
      ),
  };
};
