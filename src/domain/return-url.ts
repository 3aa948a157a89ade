import * as E from 'fp-ts/lib/Either.js';
import { Field } from './field.js';

// The URL of a page or an app, never one that a browser would run, such as `javascript://a/%0aalert(1)`.
// No two neighboring parts match the same characters, so that matching takes linear time.
const absolute =
  /^(?:https?:\/\/[^\s/?#]+(?:[/?#]\S*)?|(?!(?:about|blob|data|file|filesystem|https?|javascript|vbscript|view-source):)[a-z][a-z0-9+.-]*:\/\/\S*)$/;

const isReturnUrl = (value: unknown): value is string =>
  typeof value === 'string' && absolute.test(value);

/** Where the customer returns to after a 3D Secure challenge: an absolute URL of a page or an app. */
export const ReturnUrl = new Field<string>({
  name: 'ReturnUrl',
  schema: {
    type: 'string',
    pattern: absolute.source,
    description: 'Page or app that the customer returns to after a 3D Secure challenge',
    examples: ['https://shop.example/orders/42'],
  },
  is: isReturnUrl,
  refine: (value) =>
    isReturnUrl(value) ? E.right(value) : E.left({ _tag: 'NotA', expected: 'url' }),
  encode: (url) => url,
});
