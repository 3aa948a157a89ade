// Shorter ones hide nothing, and stand in ordinary words.
const shortest = 8;

/** Somebody else's text without these secrets, should it repeat one. */
export const conceal =
  (secrets: ReadonlyArray<string>) =>
  (text: string): string =>
    secrets
      .filter((secret) => secret.length >= shortest)
      .reduce((shown, secret) => shown.replaceAll(secret, '[removed]'), text);
