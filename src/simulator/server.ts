/** The local server: the in-memory processor behind Stripe's protocol. */

export type { Fixture } from './controls/fixture.js';
export type { SwitchableMethod } from './engine/objects/switchable-methods.js';
export { someMethods } from './engine/option-rules.js';
export { brokenRequestAnswer } from './fake-server/create-fake-app.js';
export { type FakeServerOptions, isWebhookSecret } from './fake-server/fake-server-options.js';
export { loadFixture, writeFixtureFile } from './fake-server/fixture-file.js';
export type { ServedRequest } from './fake-server/served-request.js';
export { type FakeServer, startFakeServer } from './fake-server/start-fake-server.js';
export { postMessage } from './webhooks/post-message.js';
export { createTurns } from './webhooks/sender.js';
export { createTargets, eventMessage, type Target } from './webhooks/targets.js';
export type { Account } from './wire/accounts.js';
export { apiKeyIn } from './wire/identify.js';
export { refusedResponse } from './wire/refused-response.js';
