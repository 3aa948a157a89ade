/** The parts for programs that ask a running server: attempts to deliver webhooks, and a shop that lets events happen. */

export { scenarios } from './trigger/scenarios.js';
export { TriggerProblem } from './trigger/shop.js';
export { shopAt } from './trigger/shop-at.js';
export {
  Delivery,
  type DeliveryOutcome,
  describeDelivery,
  isAccepted,
} from './webhooks/delivery.js';
