/** The capabilities of the driver of a shop. */
export type DriverCapabilities = {
  /** It has `refund()`. */
  readonly refunds: boolean;
  /** It has `advance()`. */
  readonly advance: boolean;
  /** The commits of the shop's database are seen. Absent: they are not. */
  readonly database?: boolean;
};
