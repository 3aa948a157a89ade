import type { Param } from '../params/param.js';
import { enumParam } from '../params/primitives.js';

/** One of these locales, which are given in lower case: `pt-pt` is `pt-PT` on the wire. */
export const localeParam = (locales: ReadonlyArray<string>): Param<string> =>
  enumParam(
    ...locales.map((locale) => {
      const [language = '', country = ''] = locale.split('-');
      return `${language}-${country.toUpperCase()}`;
    }),
  );
