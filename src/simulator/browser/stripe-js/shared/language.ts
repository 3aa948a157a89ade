/** A language of the stand-in for Stripe.js. */
export type UiLanguage = 'en' | 'es';

/** The language for a locale of the shop; `auto`, or nothing: that of the browser. */
export const uiLanguage = (locale: unknown, browser: string): UiLanguage => {
  const wanted = typeof locale === 'string' && locale !== 'auto' ? locale : browser;
  return wanted.toLowerCase().startsWith('es') ? 'es' : 'en';
};
