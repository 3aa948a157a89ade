/** The capabilities of the driver of a shop. */
export type DriverCapabilities = {
  /** It has `refund()`. */
  readonly refunds: boolean;
  /** It has `advance()`. */
  readonly advance: boolean;
};
