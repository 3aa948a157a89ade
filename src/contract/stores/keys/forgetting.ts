import { strict as assert } from 'node:assert';
import type { KeyArea } from './key-area.js';

export const forgetting = ({ it, desk }: KeyArea): void => {
  const { now, day, fresh, inDoubt, otherRequest, claim, answer, release } = desk;

  it('a key is new, whatever stood under it', async () => {
    await claim();
    await release('first', 'in_doubt');
    await claim({ owner: 'second' });
    await answer('second', 'text');
    const late = { owner: 'third', fingerprint: 'another', now: now + day };
    assert.deepEqual(await claim(late), otherRequest);
    assert.deepEqual(await claim({ ...late, now: now + day + 1 }), fresh);
  });

  it('counts from the first request, not from the last', async () => {
    await claim();
    await release('first', 'in_doubt');
    await claim({ owner: 'second', now: now + day });
    await release('second', 'in_doubt');
    assert.deepEqual(await claim({ owner: 'third', now: now + day }), inDoubt);
    await release('third', 'in_doubt');
    assert.deepEqual(await claim({ owner: 'fourth', now: now + day + 1 }), fresh);
  });

  it('the owner of the forgotten one changes nothing any more', async () => {
    await claim();
    await claim({ owner: 'second', now: now + day + 1 });
    assert.equal(await answer('first', 'late'), false);
    assert.equal(await answer('second', 'text'), true);
  });
};
