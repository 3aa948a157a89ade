import { createHmac } from 'node:crypto';
import { remembering } from './remembering.js';

/** Makes ids in the processor's format that never repeat. */
export type Ids = {
  /** `prefix_` and 24 letters and digits. */
  readonly next: (prefix: string) => string;
  /** How many ids were made so far: the seed and this number are enough to continue. */
  readonly made: () => number;
};

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
// The same as bytes, to be read by number.
const letters = Buffer.from(alphabet, 'latin1');
const noise = 18;
const tail = 6;
const letterCount = alphabet.length;
const tailValues = letterCount ** tail;
const underscore = '_'.charCodeAt(0);
// Coprime to 62, so that different numbers stay different, and small enough for exact products.
const scatter = 7_654_321;

const hash = (text: string): number => {
  let value = 0x811c9dc5;
  for (const character of text) {
    value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return value >>> 0;
};

const mix = (value: number): number => {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
};

/** Ids from a seed, continuing after the first `made`. Equal seeds give equal ids. */
export const createIds = (seed: string, made = 0): Ids => {
  const base = hash(seed);
  const other = hash(`${seed}/`);
  // Long enough for the longest prefix, which is an id itself.
  const bytes = Buffer.alloc(128);
  let count = made;
  return {
    next: (prefix) => {
      // One flat string: a concatenation of characters would hold on to every intermediate one.
      let end = 0;
      for (; end < prefix.length; end += 1) bytes[end] = prefix.charCodeAt(end);
      bytes[end] = underscore;
      end += 1;
      for (let i = 0; i < noise; i += 1) {
        const random = mix((base + Math.imul(count * noise + i, 0x9e3779b1)) ^ other);
        bytes[end + i] = letters[random % letterCount] ?? 0;
      }
      end += noise;
      let scattered = (count * scatter + base * 13) % tailValues;
      for (let i = 0; i < tail; i += 1) {
        bytes[end + i] = letters[scattered % letterCount] ?? 0;
        scattered = Math.floor(scattered / letterCount);
      }
      end += tail;
      count += 1;
      return bytes.toString('latin1', 0, end);
    },
    made: () => count,
  };
};

const fingerprintLength = 16;
const mostKnown = 100;

/** Keyed hashes of letters and digits, equal for equal texts. Those of texts that come again are known. */
export const createFingerprints = (key: string): ((text: string) => string) =>
  remembering(mostKnown, (text) =>
    keyedHash(key, text).replaceAll(/[-_]/g, '').slice(0, fingerprintLength),
  );

/** A hash that cannot be recomputed without the key. */
export const keyedHash = (key: string, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');
