/** The parts for interfaces over the in-memory processor: its controls and pages under `/_processor`, and its console. */

export type { ConsoleAccount, ConsoleDesk } from './console/console-desk.js';
export { consoleEndpoints } from './console/console-endpoints.js';
export { asksForPage } from './console/console-page.js';
export { interfaceActions } from './console/interface-actions.js';
export { createLiveFeed } from './console/live-feed.js';
export { createRequestLog } from './console/request-log.js';
export { processorEndpoints } from './controls/processor-endpoints.js';
export { challengeEndpoints } from './pages/challenge-endpoints.js';
export { checkoutEndpoints } from './pages/checkout-endpoints.js';
