import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  keepEvent,
  takesAccounts,
  whyIgnored,
} from '../../../src/application/events/keep-event.js';
import { silentTelemetry } from '../../../src/application/ports/telemetry.js';
import { thinEventOf } from '../../../src/contract/stores/event-store/event-of.js';
import type { ProcessorEvent } from '../../../src/domain/events/processor-event.js';
import { paymentErrors } from '../../support/errors/payment-errors.js';
import { processorObjects } from '../../support/processors/processor-objects.js';
import { captureTelemetry } from '../../support/service/captured-telemetry.js';

const { event } = processorObjects;
const hasHandler = (type: string) => type === event.type;
const others = { hasHandler, takesAccount: takesAccounts([]), skipSuperseded: false };

describe('whyIgnored', () => {
  it('is undefined for an event with a handler', () => {
    expect(whyIgnored({ livemode: false, ...others })(event)).to.equal(undefined);
  });

  it('reports that a type has no handler', () => {
    expect(whyIgnored({ livemode: false, ...others })({ ...event, type: 'other' })).to.equal(
      'no handler is registered for this event type, and no forwarder is configured',
    );
  });

  it('ignores test events in live mode, and live events in test mode', () => {
    expect(whyIgnored({ livemode: true, ...others })(event)).to.equal(
      'this is a test event, and only live events are handled here',
    );
    const live = { ...event, livemode: true };
    expect(whyIgnored({ livemode: false, ...others })(live)).to.equal(
      'this is a live event, and only test events are handled here',
    );
    expect(whyIgnored({ livemode: true, ...others })(live)).to.equal(undefined);
  });

  it('accepts an event that does not say its mode', () => {
    const { livemode: _, ...unsaid } = event;
    for (const livemode of [true, false, undefined]) {
      expect(whyIgnored({ livemode, ...others })(unsaid)).to.equal(undefined);
    }
  });

  it('accepts both modes without a livemode', () => {
    const gate = whyIgnored({ livemode: undefined, ...others });
    expect([gate(event), gate({ ...event, livemode: true })]).to.deep.equal([undefined, undefined]);
  });

  // https://docs.stripe.com/connect/webhooks: `account`. https://docs.stripe.com/changelog/basil/2025-04-30/additional-context-organization-events: `context`.
  it('W11: ignores the events of accounts that are not named, and says which account', () => {
    const gate = whyIgnored({
      ...others,
      livemode: false,
      takesAccount: takesAccounts(['acct_1']),
    });
    const thin = { ...thinEventOf('evt_2', '2026-09-18T19:56:56.947Z'), type: event.type };
    const reason = (account: string) =>
      `this is an event of ${account}, which WEBHOOK_ACCOUNTS (option webhookAccounts) does not name`;
    expect(gate({ ...event, account: 'acct_1' })).to.equal(undefined);
    expect(gate({ ...event, account: null })).to.equal(undefined);
    expect(gate({ ...event, account: 'acct_2' })).to.equal(reason('account acct_2'));
    expect(gate({ ...event, account: 'acct_\0' })).to.equal(reason('another account'));
    const ofOrganization = { ...event, context: 'acct_2' };
    expect(gate(ofOrganization)).to.equal(reason('account acct_2'));
    expect(gate({ ...thin, context: 'acct_1' })).to.equal(undefined);
    expect(gate({ ...thin, context: 'org_1/acct_1' })).to.equal(undefined);
    expect(gate({ ...thin, context: 'org_1/acct_2' })).to.equal(reason('account acct_2'));
    expect(gate({ ...thin, context: null })).to.equal(undefined);
  });

  it('W11: handles the events of all accounts with *', () => {
    const gate = whyIgnored({ ...others, livemode: false, takesAccount: takesAccounts(['*']) });
    expect(gate({ ...event, account: 'acct_2' })).to.equal(undefined);
  });

  it('W12: ignores superseded events only when they are skipped', () => {
    const asks = (skipSuperseded: boolean, superseded: boolean) =>
      whyIgnored({ ...others, livemode: false, skipSuperseded })(event, { superseded });
    expect(asks(true, true)).to.equal(
      'a newer event of the same object was handled before, and superseded events are skipped here',
    );
    expect([asks(true, false), asks(false, true), asks(false, false)]).to.deep.equal([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

const clock = () => 1_700_000_001;
const neverIgnored = () => undefined;
const telemetry = silentTelemetry;

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
      telemetry,
      whyIgnored: () => 'nobody',
    });
    expect(await keep(event)()).to.deep.equal(E.right('stored'));
    expect(stored).to.deep.equal([
      [{ ...event, data: { object: { id: 'pi_1' } } }, 1_700_000_001, 'nobody'],
    ]);
  });

  // The fields of an event of a dispute: recording 05 of the real Stripe.
  it('W16: stores the event of a dispute without its evidence, today and before', async () => {
    const stored: Array<ProcessorEvent> = [];
    const keep = keepEvent({
      eventStore: {
        store: (given) => {
          stored.push(given);
          return TE.right('stored');
        },
      },
      clock,
      telemetry,
      whyIgnored: neverIgnored,
    });
    const disputed = {
      ...event,
      type: 'charge.dispute.updated',
      data: {
        object: {
          id: 'du_1',
          object: 'dispute',
          charge: 'ch_1',
          evidence: { customer_name: 'Ada Lovelace', uncategorized_text: 'She has signed.' },
          evidence_details: { due_by: 1_700_800_000, has_evidence: true },
        },
        previous_attributes: {
          evidence: { customer_name: null, uncategorized_text: 'Not yet.' },
          evidence_details: { has_evidence: false },
        },
      },
    };
    const kept = {
      id: 'du_1',
      object: 'dispute',
      charge: 'ch_1',
      evidence_details: { due_by: 1_700_800_000, has_evidence: true },
    };
    await keep(disputed)();
    await keep({ ...disputed, data: { object: disputed.data.object } })();
    expect(stored).to.deep.equal([
      {
        ...disputed,
        data: {
          object: kept,
          previous_attributes: { evidence_details: { has_evidence: false } },
        },
      },
      { ...disputed, data: { object: kept } },
    ]);
  });

  it('W16: stores the evidence of anything else, and thin events, as they are', async () => {
    const stored: Array<ProcessorEvent> = [];
    const keep = keepEvent({
      eventStore: {
        store: (given) => {
          stored.push(given);
          return TE.right('stored');
        },
      },
      clock,
      telemetry,
      whyIgnored: neverIgnored,
    });
    const other = { ...event, data: { object: { id: 'x_1', object: 'x', evidence: 'y' } } };
    const thin = thinEventOf('evt_2', '2026-09-18T19:56:56.947Z');
    await keep(other)();
    await keep(thin)();
    expect(stored).to.deep.equal([other, thin]);
  });

  it('reports a duplicate, and an error of the store', async () => {
    const { StoreUnavailable } = paymentErrors;
    const known = keepEvent({
      eventStore: { store: () => TE.right('duplicate') },
      clock,
      telemetry,
      whyIgnored: neverIgnored,
    });
    const broken = keepEvent({
      eventStore: { store: () => TE.left(StoreUnavailable) },
      clock,
      telemetry,
      whyIgnored: neverIgnored,
    });
    expect(await known(event)()).to.deep.equal(E.right('duplicate'));
    expect(await broken(event)()).to.deep.equal(E.left(StoreUnavailable));
  });

  it('reports what it has stored', async () => {
    const { telemetry: capturing, reports } = captureTelemetry();
    const keep = async (stored: 'stored' | 'duplicate', reason?: string) => {
      const parts = { eventStore: { store: () => TE.right(stored) }, clock, telemetry: capturing };
      await keepEvent({ ...parts, whyIgnored: () => reason })(event)();
      return reports.splice(0);
    };
    const { type } = event;
    const isNew = ['eventReceived', { type, duplicate: false }];
    expect(await keep('stored')).to.deep.equal([isNew]);
    expect(await keep('stored', 'nobody')).to.deep.equal([
      isNew,
      ['eventConcluded', { type, conclusion: 'ignored' }],
    ]);
    expect(await keep('duplicate', 'nobody')).to.deep.equal([
      ['eventReceived', { type, duplicate: true }],
    ]);
  });
});
