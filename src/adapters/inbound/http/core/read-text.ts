import { promisify } from 'node:util';
import { brotliDecompress, unzip } from 'node:zlib';
import * as E from 'fp-ts/lib/Either.js';
import { isObject } from '../../../../domain/input/json.js';
import { type BodyProblem, type HttpRequest, headerOf } from './message.js';

const inflaters = new Map([
  ['gzip', promisify(unzip)],
  ['deflate', promisify(unzip)],
  ['br', promisify(brotliDecompress)],
]);

const decompressed = async (
  inflate: (
    bytes: Uint8Array,
    options: { readonly maxOutputLength: number },
  ) => Promise<Uint8Array>,
  bytes: Uint8Array,
  limit: number,
): Promise<E.Either<BodyProblem, Uint8Array>> => {
  try {
    return E.right(await inflate(bytes, { maxOutputLength: limit }));
  } catch (cause) {
    const tooLarge = isObject(cause) && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE';
    return E.left(tooLarge ? 'too-large' : 'malformed');
  }
};

/** Bytes in UTF-8 as text, without a byte order mark. */
export const utf8Text = (bytes: Uint8Array): string => {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  return text.codePointAt(0) === 0xfeff ? text.slice(1) : text;
};

/** Reads a body as UTF-8, at most `limit` bytes, which may be compressed. */
export const readText = async (
  request: HttpRequest,
  limit: number,
): Promise<E.Either<BodyProblem, string>> => {
  const encoding = headerOf(request, 'content-encoding') || 'identity';
  const inflate = inflaters.get(encoding);
  if (encoding !== 'identity' && inflate === undefined) return E.left('unsupported-encoding');
  const sent = await request.readBody(limit);
  if (E.isLeft(sent)) return sent;
  const bytes = inflate === undefined ? sent : await decompressed(inflate, sent.right, limit);
  return E.isRight(bytes) ? E.right(utf8Text(bytes.right)) : bytes;
};
