import { expect } from 'chai';
import { partitionOf } from '../../../../../src/adapters/outbound/sql/event-store/lane-locks.js';

describe('the partition of a lane', () => {
  it('is the same in all versions', () => {
    const lanes = ['ch_1', 'pi_3Ab9', 'evt_2', 'ñ€😀'];
    expect(lanes.map(partitionOf)).to.deep.equal([215, 139, 214, 126]);
  });
});
