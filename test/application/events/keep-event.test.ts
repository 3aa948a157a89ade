import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { keepEvent, whyIgnored } from '../../../src/application/events/keep-event.js';
import type { ProcessorEvent } from '../../../src/domain/processor-event.js';
import { paymentErrors } from '../../support/errors/payment-errors.js';
import { processorObjects } from '../../support/processors/processor-objects.js';

const { event } = processorObjects;
const hasHandler = (type: string) => type === event.type;

describe('whyIgnored', () => {
  it('is undefined for an event with a handler', () => {
    expect(whyIgnored({ livemode: false, hasHandler })(event)).to.equal(undefined);
  });

  it('reports that a type has no handler', () => {
    expect(whyIgnored({ livemode: false, hasHandler })({ ...event, type: 'other' })).to.equal(
      'no handler is registered for this event type, and no forwarder is configured',
    );
  });

  it('ignores test events in live mode, and live events in test mode', () => {
    expect(whyIgnored({ livemode: true, hasHandler })(event)).to.equal(
      'this is a test event, and only live events are handled here',
    );
    const live = { ...event, livemode: true };
    expect(whyIgnored({ livemode: false, hasHandler })(live)).to.equal(
      'this is a live event, and only test events are handled here',
    );
    expect(whyIgnored({ livemode: true, hasHandler })(live)).to.equal(undefined);
  });

  it('accepts both modes without a livemode', () => {
    const gate = whyIgnored({ livemode: undefined, hasHandler });
    expect([gate(event), gate({ ...event, livemode: true })]).to.deep.equal([undefined, undefined]);
  });
});

const clock = () => 1_700_000_001;
const neverIgnored = () => undefined;

describe('keepEvent', () => {
  it('stores the event without its client_secret, with the time of the clock and the reason to ignore it', async () => {
    const stored: Array<readonly [ProcessorEvent, number, string | undefined]> = [];
    const keep = keepEvent({
      eventStore: {
        store: (...given) => {
          stored.push([given[0], given[1], given[2]]);
          return TE.right('stored');
        },
      },
      clock,
      whyIgnored: () => 'nobody',
    });
    expect(await keep(event)()).to.deep.equal(E.right('stored'));
    expect(stored).to.deep.equal([
      [{ ...event, data: { object: { id: 'pi_1' } } }, 1_700_000_001, 'nobody'],
    ]);
  });

  it('reports a duplicate, and an error of the store', async () => {
    const { StoreUnavailable } = paymentErrors;
    const known = keepEvent({
      eventStore: { store: () => TE.right('duplicate') },
      clock,
      whyIgnored: neverIgnored,
    });
    const broken = keepEvent({
      eventStore: { store: () => TE.left(StoreUnavailable) },
      clock,
      whyIgnored: neverIgnored,
    });
    expect(await known(event)()).to.deep.equal(E.right('duplicate'));
    expect(await broken(event)()).to.deep.equal(E.left(StoreUnavailable));
  });
});
