import type { ResolveHook } from 'node:module';
import { resolve as pathOf } from 'node:path';
import { pathToFileURL } from 'node:url';

const stores = /\/adapters\/outbound\/(?:sql\/open-stores|postgres\/open-postgres)\.js$/u;
const program = /\/infrastructure\/cli\/main\.js$/u;

// The root of the project: programs start in folders of their own.
const root = new URL('../../../', import.meta.url).pathname;

/** Replaces the SQL stores by those of the previous release, or the whole program by that of `PREVIOUS_PROGRAM`. */
export const resolve: ResolveHook = async (specifier, context, next) => {
  const found = await next(specifier, context);
  const whole = process.env['PREVIOUS_PROGRAM'];
  if (whole !== undefined && program.test(found.url)) {
    return { ...found, url: pathToFileURL(whole).href };
  }
  if (whole !== undefined || !stores.test(found.url)) return found;
  const path = pathOf(root, 'test/support/stores/previous-release.mjs');
  return { ...found, url: pathToFileURL(path).href };
};
