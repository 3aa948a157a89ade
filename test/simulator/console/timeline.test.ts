import { expect } from 'chai';
import { timelineOf } from '../../../src/simulator/console/timeline.js';

const request = (id: string, nextEvent?: number) => ({ id, nextEvent });
const event = (name: string, number: number, by: string | null = null) => ({
  name,
  number,
  request: by,
});

const order = (
  ...given: Parameters<typeof timelineOf<ReturnType<typeof request>, ReturnType<typeof event>>>
) => timelineOf(...given).map((step) => step.request?.id ?? step.event?.name);

describe('the timeline of a payment', () => {
  it('puts events after the request that they name', () => {
    const steps = order(
      [request('create'), request('refund')],
      [
        event('created', 100, 'create'),
        event('paid', 100, 'create'),
        event('refunded', 9, 'refund'),
      ],
    );
    expect(steps).to.deep.equal(['create', 'created', 'paid', 'refund', 'refunded']);
  });

  it('puts events without a request after the controls that came before them', () => {
    const steps = order(
      [request('create'), request('approve', 2), request('later', 4)],
      [event('created', 1, 'create'), event('paid', 2), event('expired', 3)],
    );
    expect(steps).to.deep.equal(['create', 'created', 'approve', 'paid', 'expired', 'later']);
  });

  it('keeps requests that caused no event, and events whose request is forgotten', () => {
    const steps = order(
      [request('refused'), request('confirm')],
      [event('created', 1, 'forgotten'), event('paid', 2, 'confirm')],
    );
    expect(steps).to.deep.equal(['refused', 'created', 'confirm', 'paid']);
    expect(order([request('refused')], [])).to.deep.equal(['refused']);
  });
});
