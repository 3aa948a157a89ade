import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { getEvent } from '../../../src/application/use-cases/get-event.js';
import { EventId } from '../../../src/domain/ids.js';
import { decoded } from '../../support/inputs/decoded.js';

describe('getEvent', () => {
  it('does not find an unknown event', async () => {
    const get = getEvent({ eventStore: { find: () => TE.right(O.none) } });
    expect(await get({ event: decoded(EventId, 'evt_1') })()).to.deep.equal(
      E.left({ _tag: 'NotFound', resource: 'event' }),
    );
  });
});
