import { countText } from '../../domain/text/words.js';
import type { BrokenRule } from '../result/torture-result.js';
import { planSizeText, type Story, tellStory } from './story.js';

/** How a rule was broken, as reports tell it: by its smallest plan, else by an order of the whole run. */
export type ToldFailure = {
  /** `Smallest case: one order, two incidents (found in four runs)` */
  readonly title: string;
  readonly message: string;
  /** Number of the order that broke it; `null`: it is about no order. */
  readonly order: number | null;
  /** One for each order of a smallest plan. */
  readonly stories: ReadonlyArray<Story>;
};

/** Tells the smallest plan of a rule. Without one, what happened to the first order that broke it. */
export const tellFailure = ({ run, smallest, findings }: BrokenRule): ToldFailure | null => {
  if (smallest !== null) {
    const { plan, finding, runs } = smallest;
    return {
      title: `Smallest case: ${planSizeText(plan)} (found in ${countText(runs, 'run')})`,
      message: finding.message,
      order: finding.order,
      stories: plan.orders.map((order) => tellStory(smallest.run, order, { details: false })),
    };
  }
  const [first] = findings;
  const order = run.plan.orders.find(({ number }) => number === first?.order);
  return first === undefined
    ? null
    : {
        title:
          order === undefined ? 'It is about no order.' : `What happened to order ${order.number}:`,
        message: first.message,
        order: first.order,
        stories: order === undefined ? [] : [tellStory(run, order, { details: false })],
      };
};
