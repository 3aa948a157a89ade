/** What a test card does. A decline is named by its decline code or error code. */
export type CardBehaviour = {
  /** The refusal to be attached to a customer. */
  readonly attach: string | null;
  /** The refusal to be charged. */
  readonly charge: string | null;
  /** Whether the bank asks for 3D Secure; `unless_set_up`: not once the card is set up for later payments. */
  readonly authentication: 'none' | 'optional' | 'unless_set_up' | 'always';
  readonly cvcCheck: 'pass' | 'fail';
  /** Whether a charge is disputed at once. */
  readonly disputed: boolean;
  /** How a refund goes: at once, or pending first and then its natural outcome. */
  readonly refund: 'succeeds' | 'pending_then_succeeds' | 'pending_then_fails';
};
