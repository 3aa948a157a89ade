/** Somebody else's text without what looks like a card number, a key or a client secret in it. */
export const redact = (text: string): string =>
  text
    .replace(/\b(?:\d[ -]?){12,18}\d\b/g, '[number]')
    .replace(/\b(?:sk|rk|pk|whsec)_[A-Za-z0-9_]+/g, '[key]')
    .replace(/_secret_[A-Za-z0-9]+/g, '_secret_[removed]');
