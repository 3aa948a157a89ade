import { expect } from 'chai';
import { api } from '../../../../src/adapters/inbound/http/api.js';
import type { OperationName } from '../../../../src/application/use-cases.js';
import { keysOf } from '../../../support/json/keys-of.js';

const messages: { readonly [N in OperationName]: readonly [es: string, en: string] } = {
  createCustomer: ['Cliente creado correctamente', 'Customer created'],
  updateCustomer: ['Cliente actualizado correctamente', 'Customer updated'],
  deleteCustomer: ['Usuario eliminado con éxito', 'Customer deleted'],
  listCustomers: ['Clientes listados correctamente', 'Customers listed'],
  getCustomer: ['Cliente obtenido correctamente', 'Customer retrieved'],
  tokenizeCard: ['Tarjeta tokenizada correctamente', 'Card tokenized'],
  assignCard: ['Tarjeta añadida con éxito', 'Card added'],
  setDefaultCard: ['Tarjeta predeterminada actualizada correctamente', 'Default card updated'],
  removeCard: ['Tarjeta eliminada con éxito', 'Card removed'],
  listCards: ['Tarjetas listadas correctamente', 'Cards listed'],
  createPaymentIntent: ['Intento de pago creado correctamente', 'Payment intent created'],
  updatePayment: ['Pago actualizado correctamente', 'Payment updated'],
  confirmPayment: ['Pago confirmado correctamente', 'Payment confirmed'],
  capturePayment: ['Pago capturado correctamente', 'Payment captured'],
  cancelPayment: ['Pago cancelado correctamente', 'Payment canceled'],
  listPayments: ['Pagos del usuario obtenidos correctamente', 'Payments of the customer listed'],
  getPayment: ['Pago obtenido correctamente', 'Payment retrieved'],
  createSetupIntent: ['Intento de configuración creado correctamente', 'Setup intent created'],
  confirmSetupIntent: [
    'Intento de configuración confirmado correctamente',
    'Setup intent confirmed',
  ],
  cancelSetupIntent: ['Intento de configuración cancelado correctamente', 'Setup intent canceled'],
  createCheckoutSession: ['Sesión de pago creada correctamente', 'Checkout session created'],
  expireCheckoutSession: ['Sesión de pago caducada correctamente', 'Checkout session expired'],
  getCheckoutSession: ['Sesión de pago obtenida correctamente', 'Checkout session retrieved'],
  getSetupIntent: ['Intento de configuración obtenido correctamente', 'Setup intent retrieved'],
  refundCharge: ['Reembolso creado correctamente', 'Refund created'],
  listRefunds: ['Reembolsos obtenidos correctamente', 'Refunds listed'],
  listCharges: ['Cargos obtenidos correctamente', 'Charges listed'],
  listAllRefunds: ['Reembolsos obtenidos correctamente', 'Refunds listed'],
  getBalance: ['Saldo obtenido correctamente', 'Balance retrieved'],
  listBalanceTransactions: [
    'Movimientos de saldo obtenidos correctamente',
    'Balance transactions listed',
  ],
  listPayouts: ['Transferencias obtenidas correctamente', 'Payouts listed'],
  listPayoutTransactions: [
    'Movimientos de la transferencia obtenidos correctamente',
    'Transactions of the payout listed',
  ],
  listDisputes: ['Disputas obtenidas correctamente', 'Disputes listed'],
  submitDisputeEvidence: ['Pruebas de la disputa guardadas correctamente', 'Evidence saved'],
  closeDispute: ['Disputa cerrada correctamente', 'Dispute closed'],
  receiveWebhook: ['Webhook recibido correctamente', 'Webhook received'],
  listEvents: ['Eventos obtenidos correctamente', 'Events listed'],
  getEvent: ['Evento obtenido correctamente', 'Event retrieved'],
  replayEvent: ['El evento se volverá a procesar', 'Event sent to its handlers again'],
  replayEvents: ['Los eventos se volverán a procesar', 'Events sent to their handlers again'],
  eraseEvents: ['Eventos del cliente borrados correctamente', 'Events of the customer erased'],
  listDoubts: ['Dudas obtenidas correctamente', 'Doubts listed'],
};

describe('the message of a success', () => {
  for (const operation of keysOf(messages)) {
    it(`of ${operation} is that of the interface, or in English`, () => {
      const [es, en] = messages[operation];
      expect(api[operation].message).to.deep.equal({ es, en });
    });
  }
});
