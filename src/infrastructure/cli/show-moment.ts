/** Unix seconds as every option that is a moment takes them. */
export const showMoment = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
