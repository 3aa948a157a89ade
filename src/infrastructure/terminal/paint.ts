const codes = { bold: 1, grey: 90, red: 31, green: 32, yellow: 33, cyan: 36 } as const;

export type Colour = keyof typeof codes;

/** Colours a text, or leaves it as it is. */
export type Paint = (colour: Colour, text: string) => string;

/** Colours for a terminal that shows them; none for another, or a file. */
export const painter =
  (isColoured: boolean): Paint =>
  (colour, text) =>
    isColoured ? `\u001B[${codes[colour]}m${text}\u001B[0m` : text;

/** Red for a server's failure, yellow for a refusal, green for success. */
export const colourOfStatus = (status: number): Colour => {
  if (status >= 500) return 'red';
  return status >= 400 ? 'yellow' : 'green';
};

/** The time of day, of this machine: `18:02:03`. */
export const clockTime = (moment: Date): string =>
  [moment.getHours(), moment.getMinutes(), moment.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
