import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { page } from '../../src/application/page.js';

describe('page (decision P10)', () => {
  it('has the usual limit when none was asked for', () => {
    expect(page(20)({})).to.deep.equal(E.right({ limit: 20 }));
  });

  it('keeps the limit and the one cursor', () => {
    expect(page(20)({ limit: 5, starting_after: 'pi_1' })).to.deep.equal(
      E.right({ limit: 5, starting_after: 'pi_1' }),
    );
    expect(page(20)({ ending_before: 'pi_1' })).to.deep.equal(
      E.right({ limit: 20, ending_before: 'pi_1' }),
    );
  });

  it('is refused with both cursors', () => {
    expect(page(20)({ starting_after: 'pi_1', ending_before: 'pi_2' })).to.deep.equal(
      E.left({ _tag: 'ConflictingCursors' }),
    );
  });
});
