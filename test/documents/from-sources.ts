/** An example of a document that imports this build instead of an installed `pasarela`. */
export const fromSources = (code: string): string =>
  code.replace(/'pasarela(?:\/([\w-]+))?'/g, (_name, entry: string | undefined) =>
    JSON.stringify(new URL(`../../src/${entry ?? 'index'}.js`, import.meta.url).href),
  );
