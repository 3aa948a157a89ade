import * as E from 'fp-ts/lib/Either.js';
import { Field } from './field.js';

// A page or an application, never something that a browser would run: `javascript://a/%0aalert(1)` is a program.
// No part can match what its neighbour matches: the time that it takes grows with the text, not with its square.
const absolute =
  /^(?:https?:\/\/[^\s/?#]+(?:[/?#]\S*)?|(?!(?:about|blob|data|file|filesystem|https?|javascript|vbscript|view-source):)[a-z][a-z0-9+.-]*:\/\/\S*)$/;

const isReturnUrl = (value: unknown): value is string =>
  typeof value === 'string' && absolute.test(value);

/** Where the customer comes back to after a 3D Secure challenge: an absolute URL, of a page or an application. */
export const ReturnUrl = new Field<string>({
  name: 'ReturnUrl',
  schema: {
    type: 'string',
    pattern: absolute.source,
    description: 'Where the customer comes back to after a 3D Secure challenge',
    examples: ['https://shop.example/orders/42'],
  },
  is: isReturnUrl,
  refine: (value) =>
    isReturnUrl(value) ? E.right(value) : E.left({ _tag: 'NotA', expected: 'url' }),
  encode: (url) => url,
});
