import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { createDeadline } from '../../../../../src/adapters/inbound/http/server/deadline.js';
import { until } from '../../../../support/time/until.js';

describe('the time limit of requests', () => {
  const request = (name: string) => ({ name, arrivedAt: performance.now() });

  it('tells of each request that is late, once, and of no other', async () => {
    const late: Array<string> = [];
    const deadline = createDeadline<ReturnType<typeof request>>(20, ({ name }) => late.push(name));
    const removed = request('removed');
    for (const one of [request('a'), removed, request('b')]) deadline.add(one);
    deadline.remove(removed);
    await until(() => late.length === 2);
    deadline.add(request('c'));
    await until(() => late.length === 3);
    expect(late).to.deep.equal(['a', 'b', 'c']);
  });

  it('does not tell of requests before their time', async () => {
    const late: Array<unknown> = [];
    const deadline = createDeadline<ReturnType<typeof request>>(60_000, (one) => late.push(one));
    deadline.add(request('a'));
    deadline.add({ name: 'b', arrivedAt: performance.now() - 59_000 });
    await turn();
    expect(late).to.deep.equal([]);
  });
});
