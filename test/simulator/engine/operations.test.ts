import { expect } from 'chai';
import { operationOfPort } from '../../../src/simulator/controls/check-failure-plan.js';
import { engineOperations } from '../../../src/simulator/engine/operations.js';
import { openShop } from '../../adapters/outbound/memory/support/open-shop.js';

describe('the operations of the processor', () => {
  it('each have a unique route, and a unique name except for one operation at two paths', () => {
    const all = Object.values(engineOperations);
    const work = new Map<string, unknown>(all.map(({ name, run }) => [name, run]));
    for (const { name, run } of all) expect(work.get(name), name).to.equal(run);
    expect(new Set(all.map(({ method, path }) => `${method} ${path}`)).size).to.equal(all.length);
  });

  it('have the names of the port functions', () => {
    const names: ReadonlySet<string> = new Set(
      Object.values(engineOperations).map(({ name }) => name),
    );
    const { controls, ...port } = openShop().processor;
    expect(controls).to.be.an('object');
    const namesOfPort = Object.keys(port).map((name) => operationOfPort.get(name) ?? name);
    expect(namesOfPort.filter((name) => !names.has(name))).to.deep.equal([]);
    expect([...operationOfPort.keys()].filter((name) => names.has(name))).to.deep.equal([]);
  });

  it('fail as planned by the name of a port function that differs', async () => {
    const { processor } = openShop();
    for (const on of ['listAllPaymentIntents', 'listAllRefunds'] as const) {
      processor.controls.failNext({ on, with: 'rate_limit' });
      expect((await processor[on]({ limit: 1 })())._tag, on).to.equal('Left');
    }
  });
});
