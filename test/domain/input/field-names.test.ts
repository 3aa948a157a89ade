import { expect } from 'chai';
import { nearestField } from '../../../src/domain/input/field-names.js';

const payment = ['amount', 'customer_id', 'payment_method', 'confirm', 'return_url'];
const refund = ['chargeId', 'amount', 'reason'];
const confirmation = ['paymentId', 'payment_method', 'return_url'];
const refundInLibrary = ['charge', 'amount', 'reason'];
const customer = ['userId', 'email', 'name', 'phone'];

const table: ReadonlyArray<
  readonly [known: ReadonlyArray<string>, nearest: string | null, names: ReadonlyArray<string>]
> = [
  // Misspellings.
  [refund, 'amount', ['ammount', 'amout', 'amonut', 'amuont', 'amoutn', 'amountt', 'anount']],
  [payment, 'confirm', ['confirmm', 'comfirm', 'confrim', 'confim', 'cofirm']],
  [payment, 'return_url', ['retrun_url', 'returnurl', 'return_ulr', 'returnUrl', 'return-url']],
  [payment, 'payment_method', ['paymet_methd', 'payment_metod', 'paymentMethod']],
  [refund, 'reason', ['reson', 'raeson', 'reasons']],
  [refund, 'chargeId', ['chargId', 'chargedId', 'chrageId', 'charge_idd']],
  [customer, 'phone', ['phon', 'phoen', 'telephone']],
  // Other letter case and separators.
  [refund, 'amount', ['Amount', 'AMOUNT', ' amount', 'amount ']],
  [refund, 'chargeId', ['chargeid', 'charge_id', 'ChargeID', 'charge-id', 'CHARGE_ID']],
  [payment, 'customer_id', ['customerId', 'customerid', 'Customer_Id']],
  // Synonyms.
  [payment, 'customer_id', ['customer', 'userId', 'user_id', 'client', 'cliente']],
  [refund, 'chargeId', ['charge', 'latest_charge']],
  [refundInLibrary, 'charge', ['chargeId', 'charge_id']],
  [confirmation, 'paymentId', ['payment_intent', 'paymentIntent', 'payment_id', 'intent_id']],
  [
    ['setupIntentId', 'return_url'],
    'setupIntentId',
    ['setup_intent', 'setup', 'intent', 'paymentId'],
  ],
  [['payment_intent'], 'payment_intent', ['paymentId', 'payment', 'paymentIntentId']],
  [payment, 'payment_method', ['source', 'card', 'paymentMethodId', 'payment_method_id']],
  [payment, 'return_url', ['redirect_url', 'success_url']],
  [refund, 'amount', ['importe', 'cents', 'amount_cents', 'amountInCents']],
  [refund, 'reason', ['motivo', 'refund_reason']],
  // The factor of 100: where there is a field for cents, cents never match euros.
  [['amount', 'amount_minor'], 'amount_minor', ['amount_cents', 'cents', 'amountMinor']],
  [['amount', 'amount_minor'], 'amount_minor', ['amount_to_capture', 'amountToCapture']],
  [['amount', 'amount_minor'], 'amount', ['importe', 'total']],
  [
    ['payment_method', 'payment_methods'],
    'payment_methods',
    ['payment_method_types', 'automatic_payment_methods', 'methods'],
  ],
  [['sessionId'], 'sessionId', ['session', 'session_id', 'checkout_session']],
  [['success_url', 'line_items'], 'success_url', ['return_url', 'successUrl']],
  [['success_url', 'line_items'], 'line_items', ['items', 'lineItems', 'productos']],
  [['name', 'amount', 'amount_minor', 'quantity'], 'amount_minor', ['unit_amount', 'unitAmount']],
  [['name', 'amount', 'amount_minor', 'quantity'], 'amount', ['price', 'precio', 'importe']],
  [['name', 'amount', 'amount_minor', 'quantity'], 'quantity', ['qty', 'cantidad', 'units']],
  [['paymentId', 'amount'], 'amount', ['amount_to_capture', 'amountToCapture']],
  // A prefix.
  [refund, 'amount', ['refund_amount', 'refundAmount', 'total-amount']],
  [payment, 'customer_id', ['stripe_customer_id']],
  // Unrelated names.
  [
    refund,
    null,
    ['currency', 'metadata', 'foo', 'a', '', '__proto__', 'constructor', '💥', 'x'.repeat(5000)],
  ],
  [payment, null, ['utm_source_of', 'capture_method', 'application_fee', 'of', 'id']],
  [[], null, ['amount']],
];

describe('nearestField', () => {
  for (const [known, nearest, names] of table) {
    for (const name of names) {
      it(`finds ${nearest} for ${JSON.stringify(name.slice(0, 40))} among ${known.join(', ')}`, () => {
        expect(nearestField(known)(name)).to.equal(nearest);
      });
    }
  }
});
