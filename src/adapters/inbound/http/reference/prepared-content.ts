import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';
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

/** The form of a content from which its other forms are made. */
type Source = {
  /** `undefined`: the content as it is. */
  readonly coding: Coding | undefined;
  readonly content: Uint8Array;
};

const decompress = promisify(brotliDecompress);

/**
 * Prepares a content: each of its other forms is made once, when it is first asked for, and sent without a copy. A caller that has it
 * already gets 304. `headers` are those of all its responses.
 */
const prepare = (
  source: Source,
  type: string,
  headers: HttpResponse['headers'],
): PreparedContent => {
  const hash = createHash('sha256').update(source.content).digest('base64url').slice(0, 22);
  const made = new Map<Coding | undefined, Promise<Representation>>();

  const inForm = (
    coding: Coding | undefined,
    make: () => Promise<Uint8Array>,
  ): Promise<Representation> => {
    const known = made.get(coding);
    if (known !== undefined) return known;
    const making = (source.coding === coding ? Promise.resolve(source.content) : make()).then(
      (content): Representation => ({
        coding,
        content,
        etag: coding === undefined ? `"${hash}"` : `"${hash}.${coding}"`,
      }),
    );
    made.set(coding, making);
    return making;
  };

  const plain = () => inForm(undefined, async () => decompress(source.content));

  return async (request) => {
    const [wanted] = isText(type) ? compressors.filter(([coding]) => accepts(request, coding)) : [];
    const { coding, content, etag } = await (wanted === undefined
      ? plain()
      : inForm(wanted[0], async () => wanted[1]((await plain()).content)));
    const common = { ...headers, etag, ...(isText(type) ? { vary: 'Accept-Encoding' } : {}) };
    if (isKnown(request, etag)) return { status: 304, headers: common, body: '' };
    return {
      status: 200,
      headers: { 'Content-Type': type, ...common, 'content-encoding': coding },
      body: content,
    };
  };
};

/** Prepares a content that is there as it is. */
export const prepareContent = (
  content: Uint8Array,
  type: string,
  headers: HttpResponse['headers'],
): PreparedContent => prepare({ coding: undefined, content }, type, headers);

/** Prepares a text that is stored compressed with Brotli. */
export const prepareCompressed = (
  content: Uint8Array,
  type: string,
  headers: HttpResponse['headers'],
): PreparedContent => prepare({ coding: 'br', content }, type, headers);
