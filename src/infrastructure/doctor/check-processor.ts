import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { ownerOf } from '../../application/idempotency/store-owner.js';
import { isLiveKey } from '../../domain/text/live-key.js';
import type { Config } from '../config/config.js';
import type { ModuleConfig, ProcessorConfig, StripeConfig } from '../config/processor.js';
import { createModuleProcessor } from '../processor-module.js';
import { askStripe, reasonIn, type StripeResponse } from './ask-stripe.js';
import { checkCards } from './check-cards.js';
import { type Finding, findingsOf, isHttpsToHttp, reasonOf } from './finding.js';

const processor = findingsOf('processor');
const clock = findingsOf('clock');
const webhooks = findingsOf('webhooks');

// In seconds. Receivers refuse signatures that are older or newer than five minutes.
const mostSkew = 300;
const noticeableSkew = 30;

const checkKey = (config: StripeConfig, { status, body, version }: StripeResponse): Finding => {
  const { secretKey, apiVersion } = config;
  const host = config.baseUrl ?? 'https://api.stripe.com';
  const kind = isLiveKey(secretKey) ? 'live' : 'test';
  if (status === 200) {
    return processor.ok(`${host} accepts the ${kind} key and API version ${version ?? apiVersion}`);
  }
  switch (status) {
    case 401:
      return processor.error(
        `${host} refuses STRIPE_SECRET_KEY (401)`,
        'copy the key from the dashboard again: it may have been rolled or deleted',
      );
    case 403:
      return processor.error(
        `${host} accepts the ${kind} key, which may not read payment intents (403)`,
        'give the restricted key the rights that docs/stripe.md lists',
      );
    case 400:
      return processor.error(
        `${host} refuses the request (400): ${reasonIn(body)}`,
        `check STRIPE_API_VERSION, which is ${apiVersion}`,
      );
    default:
      return processor.error(
        `${host} answers with status ${status}`,
        status >= 500 || status === 429
          ? 'try again, and look at https://status.stripe.com'
          : 'check STRIPE_BASE_URL: it must be an address that speaks the API of Stripe',
      );
  }
};

const checkClock = (date: string | null, now: number): Finding => {
  const theirs = Date.parse(date ?? '');
  if (Number.isNaN(theirs)) {
    return clock.warning(
      'the processor does not tell its time',
      'check that the clock of this machine is set by NTP',
    );
  }
  const skew = Math.round((now - theirs) / 1000);
  const seconds = Math.abs(skew);
  if (seconds <= noticeableSkew) {
    return clock.ok(`within ${noticeableSkew} seconds of the processor's`);
  }
  const message = `${seconds} seconds ${skew > 0 ? 'ahead of' : 'behind'} the processor's`;
  const advice = 'set the clock of this machine by NTP';
  return seconds > mostSkew
    ? clock.error(`${message}: signatures of webhooks will be refused`, advice)
    : clock.warning(message, advice);
};

const Endpoints = t.type({
  data: t.array(t.type({ url: t.string, status: t.string, enabled_events: t.array(t.string) })),
});

// Without them an order stays unpaid, a dispute is lost by silence, and a customer waits for a refund.
const needed = ['payment_intent.succeeded', 'charge.dispute.created', 'refund.failed'];

const paths = ['/api/webhooks/stripe', '/api/webhooks', '/api/webhooks/processor'];

/** Says which events do not come that every shop needs. */
const checkTypes = (sent: ReadonlyArray<string>): ReadonlyArray<Finding> => {
  const missing = sent.includes('*') ? [] : needed.filter((type) => !sent.includes(type));
  return missing.length === 0
    ? []
    : [
        webhooks.warning(
          `the processor does not send ${missing.join(', ')}`,
          'add what your program needs of these to the webhook endpoint',
        ),
      ];
};

const checkEndpoint = (
  { status, body }: StripeResponse,
  publicUrl: string | undefined,
): ReadonlyArray<Finding> => {
  if (publicUrl === undefined) {
    return [
      webhooks.warning(
        'it is not known at which address the processor reaches this service',
        'set PUBLIC_URL, and the doctor checks whether a webhook endpoint is registered for it',
      ),
    ];
  }
  if (status !== 200 || !Endpoints.is(body)) {
    return [
      webhooks.warning(
        `the webhook endpoints of the account cannot be read (${status})`,
        'look in the dashboard whether this service is registered, or give the key the right to read webhook endpoints',
      ),
    ];
  }
  const wanted = paths.map((path) => `${publicUrl}${path}`);
  const mine = body.data.filter(({ url }) => wanted.includes(url));
  const enabled = mine.find((endpoint) => endpoint.status === 'enabled');
  if (enabled !== undefined) {
    const types = enabled.enabled_events;
    const events = types.includes('*')
      ? 'all events'
      : `${types.length} ${types.length === 1 ? 'type' : 'types'} of events`;
    return [
      webhooks.ok(`the processor sends ${events} to ${enabled.url}`),
      ...checkTypes(
        mine.flatMap((endpoint) => (endpoint.status === 'enabled' ? endpoint.enabled_events : [])),
      ),
    ];
  }
  return [
    mine.length > 0
      ? webhooks.error(
          `the webhook endpoint ${mine[0]?.url ?? ''} is disabled`,
          'enable it in the dashboard, and fetch what was missed with pasarela events backfill',
        )
      : webhooks.warning(
          `no webhook endpoint is registered for ${publicUrl}`,
          `register ${wanted[0] ?? publicUrl}, and put its signing secret into WEBHOOK_SECRET`,
        ),
  ];
};

const checkSecrets = (secrets: ReadonlyArray<string>): Finding => {
  if (secrets.length === 0) {
    return webhooks.warning(
      'WEBHOOK_SECRET is not set: webhooks will be answered with 500',
      'set it to the signing secret of the webhook endpoint',
    );
  }
  return secrets.every((secret) => /^whsec_[!-~]{16,}$/.test(secret))
    ? webhooks.ok(
        `WEBHOOK_SECRET has ${secrets.length === 1 ? 'a secret' : 'secrets'} of the right form`,
      )
    : webhooks.warning(
        'WEBHOOK_SECRET has a secret that is not one of Stripe, which begin with whsec_',
        'copy the signing secret of the webhook endpoint from the dashboard',
      );
};

const checkStripe = async (
  config: StripeConfig,
  { webhookSecrets, publicUrl }: Pick<Config, 'webhookSecrets' | 'publicUrl'>,
): Promise<ReadonlyArray<Finding>> => {
  const secrets = checkSecrets(webhookSecrets);
  try {
    const asked = await askStripe(config, 'GET', '/v1/payment_intents?limit=1');
    const key = checkKey(config, asked);
    const skew = checkClock(asked.date, Date.now());
    if (key.level === 'error') return [key, skew, secrets];
    const endpoints = await askStripe(config, 'GET', '/v1/webhook_endpoints?limit=100');
    const cards = await checkCards(config);
    return [key, ...cards, skew, secrets, ...checkEndpoint(endpoints, publicUrl)];
  } catch (cause) {
    const host = config.baseUrl ?? 'https://api.stripe.com';
    const unreachable = processor.error(
      `no response from ${host}: ${reasonOf(cause)}`,
      isHttpsToHttp(cause)
        ? 'the server speaks HTTP: write http:// in STRIPE_BASE_URL'
        : 'check the network, the firewall and STRIPE_BASE_URL',
    );
    return [unreachable, secrets];
  }
};

const checkModule = async (config: ModuleConfig): Promise<ReadonlyArray<Finding>> => {
  const { retrieveAccount, webhooks: receiver, close } = await createModuleProcessor(config);
  const receives =
    receiver === undefined
      ? webhooks.warning(
          `the processor of ${config.path} has no webhooks of its own: only those that are signed as Stripe's are accepted`,
          'let its adapter bring webhooks',
        )
      : webhooks.ok(`the processor of ${config.path} receives its own`);
  const account = await retrieveAccount?.();
  await close?.();
  if (account === undefined) {
    return [processor.ok(`${config.path} is loaded; it does not tell its account`), receives];
  }
  return E.isLeft(account)
    ? [
        processor.error(
          `${config.path} is loaded, but the processor does not tell its account: ${account.left._tag}`,
          'check the network and the credentials that the module reads',
        ),
        receives,
      ]
    : [processor.ok(`${config.path} works for ${ownerOf(account.right)}`), receives];
};

/** Whether the processor answers, takes the key and the version, sends webhooks here, and has the same time. */
export const checkProcessor = async (
  config: ProcessorConfig,
  settings: Pick<Config, 'webhookSecrets' | 'publicUrl'>,
): Promise<ReadonlyArray<Finding>> => {
  switch (config.kind) {
    case 'memory':
      return [processor.ok('in memory: no money moves, and no network is needed')];
    case 'module':
      return checkModule(config);
    case 'stripe':
      return checkStripe(config, settings);
  }
};
