/** The fields of a log line. They must hold no card data and no secrets. */
export type LogFields = { readonly [field: string]: unknown };

/** The application's log. */
export type Logger = {
  readonly info: (message: string, fields?: LogFields) => void;
  readonly warn: (message: string, fields?: LogFields) => void;
  readonly error: (message: string, fields?: LogFields) => void;
};

/** A logger that drops every line. */
export const silentLogger: Logger = { info: () => {}, warn: () => {}, error: () => {} };
