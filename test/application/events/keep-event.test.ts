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
  it('lets an event pass that somebody handles', () => {
    expect(whyIgnored({ livemode: false, hasHandler })(event)).to.equal(undefined);
  });

  it('says that nobody handles a type', () => {
    expect(whyIgnored({ livemode: false, hasHandler })({ ...event, type: 'other' })).to.equal(
      'no handler and no forwarder is registered for its type',
    );
  });

  it('keeps test events from what is live, and the reverse', () => {
    expect(whyIgnored({ livemode: true, hasHandler })(event)).to.equal(
      'this is a test event, and only live events are handled here',
    );
    const live = { ...event, livemode: true };
    expect(whyIgnored({ livemode: false, hasHandler })(live)).to.equal(
      'this is a live event, and only test events are handled here',
    );
    expect(whyIgnored({ livemode: true, hasHandler })(live)).to.equal(undefined);
  });

  it('takes both where it does not matter', () => {
    const gate = whyIgnored({ livemode: undefined, hasHandler });
    expect([gate(event), gate({ ...event, livemode: true })]).to.deep.equal([undefined, undefined]);
  });
});

const clock = () => 1_700_000_001;
const neverIgnored = () => undefined;

describe('keepEvent', () => {
  it('stores the event without its client_secret, at the time of the clock, with why it is ignored', async () => {
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

  it('tells a duplicate, and a store that fails', async () => {
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
