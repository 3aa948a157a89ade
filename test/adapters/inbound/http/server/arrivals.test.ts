import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { createArrivals } from '../../../../../src/adapters/inbound/http/server/arrivals.js';

describe('arrivals', () => {
  it('are kept in order until they leave, each once', () => {
    const arrivals = createArrivals<string>();
    for (const name of ['a', 'b', 'c', 'd']) arrivals.add(name);
    const before = arrivals.all();
    for (const name of ['b', 'b', 'never came', 'd']) arrivals.remove(name);
    arrivals.add('b');
    expect(arrivals.all()).to.deep.equal(['a', 'c', 'b']);
    expect(arrivals.count()).to.equal(3);
    expect(before).to.deep.equal(['a', 'b', 'c', 'd']);
  });

  it('are not kept by V8 when they have left', () => {
    setFlagsFromString('--expose-gc');
    const collect: (options?: { readonly type: 'minor' }) => void = runInNewContext('gc');
    const heapOf = (): number => {
      for (const _twice of [1, 2]) collect({ type: 'minor' });
      return process.memoryUsage().heapUsed;
    };
    const arrivals = createArrivals<ReadonlyArray<number>>();
    const here = Array.from({ length: 10 }, () => [0]);
    for (const one of here) arrivals.add(one);
    collect();
    const before = heapOf();
    for (let passed = 0; passed < 2000; passed += 1) {
      const next = Array.from({ length: 500 }, () => passed);
      arrivals.add(next);
      here.push(next);
      arrivals.remove(here.shift() ?? []);
      if (passed % 200 === 0) collect({ type: 'minor' });
    }
    expect(heapOf() - before).to.be.lessThan(2_000_000);
  });
});
