import { expect } from 'chai';
import { problemsOf } from '../../src/application/checked-input.js';
import { aTelemetry, givenTelemetry } from '../../src/application/given-telemetry.js';
import { silentTelemetry } from '../../src/application/ports/telemetry.js';

describe('givenTelemetry', () => {
  it('is silent without a telemetry', () => {
    expect(givenTelemetry(undefined)).to.equal(silentTelemetry);
  });

  it('completes the functions that were given, as methods of their object', () => {
    class Counter {
      lost = 0;

      leaseLost() {
        this.lost += 1;
      }
    }
    const counter = new Counter();
    const telemetry = givenTelemetry(counter);
    telemetry.leaseLost('event');
    telemetry.breakerChanged('open');
    expect(counter.lost).to.equal(1);
    expect(Object.keys(telemetry)).to.deep.equal(Object.keys(silentTelemetry));
  });

  it('passes on what a function throws, and does not throw', () => {
    const cause = new Error('a defect');
    const thrown: Array<unknown> = [];
    const breakerChanged = () => {
      throw cause;
    };
    givenTelemetry({ breakerChanged }, (error) => thrown.push(error)).breakerChanged('open');
    givenTelemetry({ breakerChanged }).breakerChanged('open');
    expect(thrown).to.deep.equal([cause]);
  });
});

describe('aTelemetry', () => {
  it('accepts any of the functions', () => {
    for (const part of [{}, silentTelemetry, { leaseLost: () => {}, breakerChanged: undefined }]) {
      expect(problemsOf(aTelemetry, part, 'telemetry')).to.deep.equal([]);
    }
  });

  it('names what is wrong', () => {
    expect(problemsOf(aTelemetry, 7, 'telemetry')).to.deep.equal([
      'telemetry must be an object of functions',
    ]);
    expect(
      problemsOf(aTelemetry, { leaseLost: 1, leasesLost: () => {} }, 'telemetry'),
    ).to.deep.equal([
      'telemetry.leaseLost must be a function',
      'telemetry has an unknown function leasesLost',
    ]);
  });
});
