import { aFlag, aWord, checkedOptions, optional, options } from '../application/checked-input.js';
import type { PaymentProcessor, ProcessorExtras } from '../application/ports/payment-processor.js';
import { List } from '../domain/input/list.js';
import { StripePaymentIntent } from '../domain/objects/payment-intent.js';
import { StripeSetupIntent } from '../domain/objects/setup-intent.js';
import { portAreas } from './areas.js';
import type { ReplyCodecs } from './checked-processor.js';
import { type ContractOptions, optionalParts } from './contract-options.js';
import { runAreas } from './run-areas.js';
import { stripeCancellationsArea } from './stripe/cancellations.js';
import { stripeCardTokensArea } from './stripe/card-tokens.js';
import { stripeCardsArea } from './stripe/cards.js';
import { stripeChallengesArea } from './stripe/challenges.js';
import { stripeConfirmationsArea } from './stripe/confirmations.js';
import { stripeCustomersArea } from './stripe/customers.js';
import { stripeDeclinesArea } from './stripe/declines.js';
import { stripeDefaultCardsArea } from './stripe/default-cards.js';
import { stripeDescriptionsArea } from './stripe/descriptions.js';
import { stripeFixtures } from './stripe/fixtures.js';
import { stripeMethodChoiceArea } from './stripe/method-choice.js';
import { stripePaymentIntentsArea } from './stripe/payment-intents.js';
import { type KeptCards, stripeExpects } from './stripe/profile-facts.js';
import { stripeRefundsArea } from './stripe/refunds.js';
import { stripeSavedCardsArea } from './stripe/saved-cards.js';
import { stripeSetupIntentsArea } from './stripe/setup-intents.js';
import type { Area } from './suite.js';
import { frameworkOf, type TestFramework } from './test-framework.js';

/** The options of Stripe's profile. It has all features, and test data of its own. */
export type StripeContractOptions<P> = Pick<
  ContractOptions<P>,
  'completeAction' | 'controls' | 'extras' | 'close'
> & {
  /**
   * How `createCard` keeps a card: as a source (`card_...`; the first one is the default) or as a payment method (`pm_...`).
   * Default: `sources`.
   */
  readonly cards?: KeptCards;
  /** Whether `createCardToken` accepts the numbers of test cards. Many real accounts refuse them. Default: no. */
  readonly rawCardNumbers?: boolean;
};

const stripeOptions = <P>() =>
  options<StripeContractOptions<P>>({
    ...optionalParts<P>(),
    cards: optional(aWord('sources', 'payment_methods')),
    rawCardNumbers: optional(aFlag),
  });

const replies: ReplyCodecs = {
  createPaymentIntent: StripePaymentIntent,
  retrievePaymentIntent: StripePaymentIntent,
  listPaymentIntents: List(StripePaymentIntent),
  updatePaymentIntent: StripePaymentIntent,
  confirmPaymentIntent: StripePaymentIntent,
  capturePaymentIntent: StripePaymentIntent,
  cancelPaymentIntent: StripePaymentIntent,
  createSetupIntent: StripeSetupIntent,
  retrieveSetupIntent: StripeSetupIntent,
  confirmSetupIntent: StripeSetupIntent,
  cancelSetupIntent: StripeSetupIntent,
};

const stripeAreas = (cards: KeptCards): ReadonlyArray<Area> => [
  stripeCustomersArea,
  stripeCardTokensArea,
  stripeCardsArea(cards),
  stripeDefaultCardsArea(cards),
  stripePaymentIntentsArea,
  stripeMethodChoiceArea,
  stripeConfirmationsArea,
  stripeDeclinesArea,
  stripeChallengesArea,
  stripeCancellationsArea,
  stripeDescriptionsArea,
  stripeSetupIntentsArea,
  stripeSavedCardsArea,
  stripeRefundsArea,
];

/**
 * Defines the tests that an adapter of Stripe must pass: those of every processor, with Stripe's ids, refusals and test cards, and
 * those of Stripe alone. They run against an in-memory processor and against the test mode of a real account, and use test cards and
 * magic ids only.
 *
 * @param name the name of the implementation, used as the title of the suite
 * @param makeProcessor makes a processor for each clause
 * @param given ways in which tests play the customer and control the processor; clauses that need more are skipped by name
 * @param framework as for `describePaymentProcessor`
 */
export const describeStripeProcessor = <P extends Partial<PaymentProcessor> & ProcessorExtras>(
  name: string,
  makeProcessor: () => Promise<P> | P,
  given: StripeContractOptions<P> = {},
  framework?: TestFramework,
): void => {
  const used = frameworkOf('describeStripeProcessor', framework);
  const checked = checkedOptions('describeStripeProcessor', stripeOptions<P>(), given);
  const { cards = 'sources', rawCardNumbers = false, ...parts } = checked;
  runAreas(
    {
      name,
      makeProcessor,
      options: { ...parts, fixtures: stripeFixtures(rawCardNumbers) },
      framework: used,
      expected: stripeExpects(cards),
      replies,
    },
    [...portAreas, ...stripeAreas(cards)],
  );
};
