import { plainField } from '../input/field.js';

// Schemes whose URLs a browser runs or reads by itself, such as `javascript://a/%0aalert(1)`.
const browserSchemes = 'about|blob|data|file|filesystem|https?|javascript|vbscript|view-source';

const scheme = '[a-z][a-z0-9+.-]*';

// The URL of a page or an app. No two neighboring parts match the same characters, so that matching takes linear time.
const absolute = new RegExp(
  `^(?:https?://[^\\s/?#]+(?:[/?#]\\S*)?|(?!(?:${browserSchemes}):)${scheme}://\\S*)$`,
);

/** Whether a text is the absolute URL of a page or an app, and never one that a browser would run. */
export const leadsToPage = (text: string): boolean => absolute.test(text);

// Without user and password, which the next page could read, and without what parsers read differently: `\` is `/` to browsers.
const safe = new RegExp(
  `^(?:https?://[^\\s\\x00-\\x1f\\x7f\\\\/?#@]+|(?!(?:${browserSchemes}):)${scheme}://[^\\s\\x00-\\x1f\\x7f\\\\/?#@]*)(?:[/?#][^\\s\\x00-\\x1f\\x7f\\\\]*)?$`,
);

/**
 * Where the customer returns to after a 3D Secure challenge: the absolute URL of a page, or of an app, without user and password.
 * The use cases know which schemes of apps are allowed.
 */
export const ReturnUrl = plainField({
  name: 'ReturnUrl',
  schema: {
    type: 'string',
    pattern: safe.source,
    description:
      'Page that the customer returns to after a 3D Secure challenge: an `https` or `http` URL without user and password. URLs of an app need its scheme in the configuration',
    examples: ['https://shop.example/orders/42'],
  },
  is: (value): value is string => typeof value === 'string' && safe.test(value),
  refusal: { _tag: 'NotA', expected: 'url' },
});

const appScheme = new RegExp(`^(?!(?:${browserSchemes})$)${scheme}$`);

/** Whether a text is a scheme that an app can have, such as `myapp`. */
export const isAppScheme = (text: unknown): text is string =>
  typeof text === 'string' && appScheme.test(text);

/** The schemes that every `return_url` can have. */
export const webSchemes = ['https', 'http'] as const;

/** The scheme of a `ReturnUrl`. */
export const schemeOf = (url: string): string => url.slice(0, url.indexOf(':'));
