/** What a form says under a name: text, several values in order, or more names. */
export type WireValue = string | ReadonlyArray<WireValue> | WireHash;

/** Values by name, as brackets nest them: `card[number]=4242`. */
export type WireHash = { readonly [name: string]: WireValue };
