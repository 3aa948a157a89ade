import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type HttpRequest, type HttpResponse, headerOf } from '../core/message.js';

type Coding = 'br' | 'gzip';

// In the order of preference. The best compression of a megabyte takes seconds, this one a tenth of them.
const compressors: ReadonlyArray<
  readonly [coding: Coding, compress: (content: Uint8Array) => Promise<Uint8Array>]
> = [
  [
    'br',
    (content) =>
      promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } }),
  ],
  ['gzip', (content) => promisify(gzip)(content)],
];

/** A content as it is sent. */
type Representation = {
  readonly coding: Coding | undefined;
  readonly content: Uint8Array;
  readonly etag: string;
};

const accepts = (request: HttpRequest, coding: Coding): boolean =>
  headerOf(request, 'accept-encoding')
    .toLowerCase()
    .split(',')
    .some((one) => {
      const [name = '', weight = ''] = one.split(';').map((part) => part.trim());
      return name === coding && !/^q=0(?:\.0*)?$/.test(weight);
    });

const isKnown = (request: HttpRequest, etag: string): boolean =>
  headerOf(request, 'if-none-match')
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
    .some((one) => one === etag || one === '*');

const isText = (type: string): boolean => /^text\/|^application\/json/.test(type);

/** Answers requests for a content that stays the same. */
export type PreparedContent = (request: HttpRequest) => Promise<HttpResponse>;

/**
 * Prepares a content: each of its compressed forms is made once, when it is first asked for, and sent without a copy. A caller that
 * has it already gets 304. `headers` are those of all its responses.
 */
export const prepareContent = (
  given: Uint8Array,
  type: string,
  headers: HttpResponse['headers'],
): PreparedContent => {
  const hash = createHash('sha256').update(given).digest('base64url').slice(0, 22);
  const plain: Representation = { coding: undefined, content: given, etag: `"${hash}"` };
  const made = new Map<Coding, Promise<Representation>>();

  const inCoding = (
    coding: Coding,
    compress: (content: Uint8Array) => Promise<Uint8Array>,
  ): Promise<Representation> => {
    const known = made.get(coding);
    if (known !== undefined) return known;
    const making = compress(given).then(
      (content): Representation => ({ coding, content, etag: `"${hash}.${coding}"` }),
    );
    made.set(coding, making);
    return making;
  };

  return async (request) => {
    const [wanted] = isText(type) ? compressors.filter(([coding]) => accepts(request, coding)) : [];
    const { coding, content, etag } = wanted === undefined ? plain : await inCoding(...wanted);
    const common = { ...headers, etag, ...(isText(type) ? { vary: 'Accept-Encoding' } : {}) };
    if (isKnown(request, etag)) return { status: 304, headers: common, body: '' };
    return {
      status: 200,
      headers: { 'Content-Type': type, ...common, 'content-encoding': coding },
      body: content,
    };
  };
};
