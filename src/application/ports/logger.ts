/** Fields of a log line. No card data, no secrets: adapters keep only those on their allow-list. */
export type LogFields = { readonly [field: string]: unknown };

/** Where the application says what happened. */
export type Logger = {
  readonly info: (message: string, fields?: LogFields) => void;
  readonly warn: (message: string, fields?: LogFields) => void;
  readonly error: (message: string, fields?: LogFields) => void;
};

/** Says nothing. */
export const silentLogger: Logger = { info: () => {}, warn: () => {}, error: () => {} };
