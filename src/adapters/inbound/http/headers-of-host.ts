/** Responses are of the type that they name: browsers must not guess another. */
export const asTheirType = { 'x-content-type-options': 'nosniff' } as const;

/** Headers of every response of a host. Browsers then use HTTPS alone, for a year, if its URL does. */
export const headersOfHost = (publicUrl: string): Readonly<Record<string, string>> =>
  publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {};
