/** The form of a Checkout session that the pictures show. */
export const sampleSession = {
  mode: 'payment',
  success_url: 'https://shop.example/thanks',
  'line_items[0][quantity]': 2,
  'line_items[0][price_data][currency]': 'eur',
  'line_items[0][price_data][unit_amount]': 2224,
  'line_items[0][price_data][product_data][name]': 'Shirt',
};
