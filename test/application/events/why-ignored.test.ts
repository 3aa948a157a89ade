import { expect } from 'chai';
import { whyIgnored } from '../../../src/application/events/why-ignored.js';
import { processorObjects } from '../../support/processors/processor-objects.js';

const { event } = processorObjects;
const hasHandler = (type: string) => type === event.type;

describe('whyIgnored', () => {
  it('lets an event pass that somebody handles', () => {
    expect(whyIgnored({ livemode: false, hasHandler })(event)).to.equal(undefined);
  });

  it('says that nobody handles a type', () => {
    expect(whyIgnored({ livemode: false, hasHandler })({ ...event, type: 'other' })).to.equal(
      'no handler is registered for its type, and no forwarder',
    );
  });

  it('keeps test events from what is live, and the reverse', () => {
    expect(whyIgnored({ livemode: true, hasHandler })(event)).to.equal(
      'a test event, and only live events are handled here',
    );
    const live = { ...event, livemode: true };
    expect(whyIgnored({ livemode: false, hasHandler })(live)).to.equal(
      'a live event, and only test events are handled here',
    );
    expect(whyIgnored({ livemode: true, hasHandler })(live)).to.equal(undefined);
  });

  it('takes both where it does not matter', () => {
    const gate = whyIgnored({ livemode: undefined, hasHandler });
    expect([gate(event), gate({ ...event, livemode: true })]).to.deep.equal([undefined, undefined]);
  });
});
