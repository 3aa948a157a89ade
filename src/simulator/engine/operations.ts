import { retrieveAccount } from './account.js';
import {
  listBalanceTransactions,
  retrieveBalance,
  retrieveBalanceTransaction,
} from './balance/read.js';
import { captureCharge } from './charges/capture.js';
import { createCharge } from './charges/create.js';
import { disputePayment } from './charges/dispute.js';
import { listCharges, retrieveCharge } from './charges/read.js';
import { searchCharges } from './charges/search.js';
import { updateCharge } from './charges/update.js';
import { createCheckoutSession } from './checkout/create.js';
import { expireCheckoutSession } from './checkout/expire.js';
import { movingSession } from './checkout/follow-intent.js';
import { exceptForCheckout } from './checkout/own-intents.js';
import {
  listCheckoutSessions,
  listLineItems,
  retrieveCheckoutSession,
  retrieveShippingRate,
} from './checkout/read.js';
import { updateCheckoutSession } from './checkout/update.js';
import {
  createConfirmationToken,
  createTestConfirmationToken,
  retrieveConfirmationToken,
} from './confirmation-tokens/operations.js';
import { createCustomer } from './customers/create.js';
import { deleteCustomer } from './customers/delete.js';
import { listCustomers, retrieveCustomer } from './customers/read.js';
import { searchCustomers } from './customers/search.js';
import { updateCustomer } from './customers/update.js';
import { closeChargeDispute, closeDispute } from './disputes/close.js';
import { listDisputes, retrieveChargeDispute, retrieveDispute } from './disputes/read.js';
import { failDispute, settleDispute } from './disputes/simulate.js';
import { updateChargeDispute, updateDispute } from './disputes/update.js';
import { listEvents, retrieveEvent } from './events.js';
import { showAwaitedMethod } from './intents/awaited-method.js';
import { retrieveMandate } from './mandates/mandate.js';
import { cancelIntent } from './payment-intents/cancel.js';
import { captureIntent } from './payment-intents/capture.js';
import { confirmIntent } from './payment-intents/confirm.js';
import { createIntent } from './payment-intents/create.js';
import { listIntents, retrieveIntent } from './payment-intents/read.js';
import { searchIntents } from './payment-intents/search.js';
import {
  completeChallenge,
  expireIntent,
  failChallenge,
  failIntent,
  settleIntent,
} from './payment-intents/simulate.js';
import { updateIntent } from './payment-intents/update.js';
import {
  listPaymentMethodConfigurations,
  retrievePaymentMethodConfiguration,
  updatePaymentMethodConfiguration,
} from './payment-method-configurations.js';
import { attachPaymentMethod, detachPaymentMethod } from './payment-methods/attach.js';
import { createPaymentMethod } from './payment-methods/create.js';
import {
  listCustomerPaymentMethods,
  listPaymentMethods,
  retrieveCustomerPaymentMethod,
  retrievePaymentMethod,
} from './payment-methods/read.js';
import { updatePaymentMethod } from './payment-methods/update.js';
import { payOutAll } from './payouts/automatic.js';
import { createPayout } from './payouts/create.js';
import { cancelPayout, failPayout, reversePayout, settlePayout } from './payouts/end.js';
import { listPayouts, retrievePayout } from './payouts/read.js';
import { updatePayout } from './payouts/update.js';
import { createChargeRefund, createRefund, refundAndShowCharge } from './refunds/create.js';
import { cancelRefund, failRefund, settleRefund } from './refunds/end.js';
import {
  listChargeRefunds,
  listRefunds,
  retrieveChargeRefund,
  retrieveRefund,
} from './refunds/read.js';
import { updateRefund } from './refunds/update.js';
import { cancelSetup } from './setup-intents/cancel.js';
import { confirmSetup } from './setup-intents/confirm.js';
import { createSetup } from './setup-intents/create.js';
import { listSetupAttempts, listSetupIntents, retrieveSetupIntent } from './setup-intents/read.js';
import { completeSetupChallenge, failSetupChallenge } from './setup-intents/simulate.js';
import { updateSetupIntent } from './setup-intents/update.js';
import { verifySetupMicrodeposits } from './setup-intents/verify-microdeposits.js';
import {
  cardOperations,
  createSource,
  deleteSource,
  listSources,
  retrieveSource,
  updateSource,
} from './sources/operations.js';
import { createToken, retrieveToken } from './tokens/operations.js';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  retrieveWebhookEndpoint,
  updateWebhookEndpoint,
} from './webhook-endpoints.js';

/** All operations of the processor, with Stripe's own names and parameters. The first whose path matches wins: `search` before an id. */
export const engineOperations = {
  createCustomer,
  searchCustomers,
  retrieveCustomer,
  listCustomers,
  updateCustomer,
  deleteCustomer,
  createToken,
  retrieveToken,
  createConfirmationToken,
  createTestConfirmationToken,
  retrieveConfirmationToken,
  createSource,
  retrieveSource,
  updateSource,
  listSources,
  deleteSource,
  ...cardOperations,
  createPaymentMethod,
  retrievePaymentMethod,
  updatePaymentMethod,
  listPaymentMethods,
  retrieveCustomerPaymentMethod,
  listCustomerPaymentMethods,
  attachPaymentMethod,
  detachPaymentMethod,
  listPaymentMethodConfigurations,
  retrievePaymentMethodConfiguration,
  updatePaymentMethodConfiguration,
  createIntent,
  searchIntents,
  retrieveIntent,
  updateIntent: exceptForCheckout('update', updateIntent),
  listIntents,
  confirmIntent: exceptForCheckout('confirm', confirmIntent),
  captureIntent,
  cancelIntent: exceptForCheckout('cancel', cancelIntent),
  createSetupIntent: createSetup,
  retrieveSetupIntent,
  updateSetupIntent: exceptForCheckout('update', updateSetupIntent),
  listSetupIntents,
  confirmSetupIntent: exceptForCheckout('confirm', confirmSetup),
  cancelSetupIntent: exceptForCheckout('cancel', cancelSetup),
  verifySetupMicrodeposits,
  listSetupAttempts,
  retrieveMandate,
  createCheckoutSession,
  retrieveCheckoutSession,
  updateCheckoutSession,
  listCheckoutSessions,
  listLineItems,
  expireCheckoutSession,
  retrieveShippingRate,
  createCharge,
  searchCharges,
  retrieveCharge,
  updateCharge,
  listCharges,
  captureCharge,
  createRefund,
  retrieveRefund,
  updateRefund,
  listRefunds,
  cancelRefund,
  createChargeRefund,
  listChargeRefunds,
  retrieveChargeRefund,
  refundCharge: refundAndShowCharge,
  retrieveAccount,
  retrieveBalance,
  retrieveBalanceTransaction,
  listBalanceTransactions,
  createPayout,
  retrievePayout,
  updatePayout,
  listPayouts,
  cancelPayout,
  reversePayout,
  retrieveDispute,
  listDisputes,
  updateDispute,
  closeDispute,
  retrieveChargeDispute,
  updateChargeDispute,
  closeChargeDispute,
  retrieveEvent,
  listEvents,
  createWebhookEndpoint,
  retrieveWebhookEndpoint,
  listWebhookEndpoints,
  updateWebhookEndpoint,
  deleteWebhookEndpoint,
} as const;

/** The actions of customers, banks and the clock, for the controls. */
export const controls = {
  showAwaitedMethod,
  completeChallenge: movingSession(completeChallenge),
  failChallenge: movingSession(failChallenge),
  completeSetupChallenge: movingSession(completeSetupChallenge),
  failSetupChallenge: movingSession(failSetupChallenge),
  settleIntent: movingSession(settleIntent),
  failIntent: movingSession(failIntent),
  expireIntent,
  settleRefund,
  failRefund,
  disputePayment,
  settleDispute,
  failDispute,
  settlePayout,
  failPayout,
  payOutAll,
} as const;
