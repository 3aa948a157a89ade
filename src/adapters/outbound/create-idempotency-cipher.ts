import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import * as O from 'fp-ts/lib/Option.js';
import type { IdempotencyCipher } from '../../application/ports/idempotency-cipher.js';

const algorithm = 'aes-256-gcm';
const ivLength = 12;
const tagLength = 16;

const keyFor = (secret: string, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', `pasarela idempotency ${purpose}`, 32));

/** SHA-256, HMAC-SHA-256 and AES-256-GCM, with keys derived from one secret. */
export const createIdempotencyCipher = (secret: string): IdempotencyCipher => {
  const hashing = keyFor(secret, 'fingerprint');
  const sealing = keyFor(secret, 'seal');
  return {
    digest: (text) => createHash('sha256').update(text).digest('hex'),
    fingerprint: (text) => createHmac('sha256', hashing).update(text).digest('base64url'),
    seal: (text) => {
      const iv = randomBytes(ivLength);
      const cipher = createCipheriv(algorithm, sealing, iv, { authTagLength: tagLength });
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
    },
    open: (sealed) =>
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
