/** The state of the frame of Embedded Checkout, for the shop's page. */
export type CheckoutFrameNews = {
  readonly state: 'challenge' | 'complete' | 'open';
  /** The height of the content in pixels. */
  readonly height: number;
  /** The intent that waits for the customer's authentication. */
  readonly intent?: string | undefined;
  /** Where the shop's page goes. */
  readonly url?: string | undefined;
};

/** A message with news. The shop's page gets messages of other frames too. */
export type CheckoutMessage = { readonly pasarelaCheckout: CheckoutFrameNews };
