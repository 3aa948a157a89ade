/** Whether this is an http or https URL. */
export const isUrl = (value: string): boolean =>
  /^https?:\/\/[^\s/]/.test(value) && URL.canParse(value);
