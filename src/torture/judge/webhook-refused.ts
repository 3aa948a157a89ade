import { countText } from '../../domain/text/words.js';
import { orderRule } from './torture-rule.js';

export const webhookRefused = orderRule(
  {
    name: 'webhook_refused',
    explanation:
      'The shop refused a webhook on every try. The processor sends it for days, then gives up, and disables the endpoint in the end.',
  },
  ({ refusedEvents }) => {
    const [first, ...others] = refusedEvents;
    if (first === undefined) return null;
    const { type, event, tries, status } = first;
    const answer = status === null ? 'without a response' : `with ${status}`;
    const rest = others.length === 0 ? '' : `, and ${countText(others.length, 'other event')} too`;
    return `${type} (${event}) was refused ${tries} times, the last time ${answer}${rest}`;
  },
);
