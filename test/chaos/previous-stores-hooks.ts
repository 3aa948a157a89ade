import type { ResolveHook } from 'node:module';
import { pathToFileURL } from 'node:url';

const program = /\/infrastructure\/cli\/main\.js$/u;
const replaced: ReadonlyArray<readonly [module: RegExp, by: URL]> = [
  [
    /\/adapters\/outbound\/sql\/open-stores\.js$/u,
    new URL('previous-open-stores.js', import.meta.url),
  ],
  [
    /\/adapters\/outbound\/postgres\/open-postgres\.js$/u,
    new URL('../../../test/support/stores/previous-release.mjs', import.meta.url),
  ],
];

/** Replaces the SQL stores by those of the previous release, or the whole program by that of `PREVIOUS_PROGRAM`. */
export const resolve: ResolveHook = async (specifier, context, next) => {
  const found = await next(specifier, context);
  const whole = process.env['PREVIOUS_PROGRAM'];
  if (whole !== undefined) {
    return program.test(found.url) ? { ...found, url: pathToFileURL(whole).href } : found;
  }
  const [, by] = replaced.find(([module]) => module.test(found.url)) ?? [];
  return by === undefined ? found : { ...found, url: by.href };
};
