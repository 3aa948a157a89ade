import { expect } from 'chai';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { bindMethods } from '../../src/application/bind-methods.js';

describe('bindMethods', () => {
  class Counter {
    readonly #names: Array<string> = [];

    add(name: string): TE.TaskEither<never, number> {
      return TE.fromIO(() => this.#names.push(name));
    }
  }
  class LoudCounter extends Counter {
    override add(name: string): TE.TaskEither<never, number> {
      return super.add(`${name}!`);
    }
  }

  it('binds inherited and overridden methods to their object', async () => {
    const apart = bindMethods(new LoudCounter());
    await apart.add('one')();
    expect(await apart.add('two')()).to.deep.equal({ _tag: 'Right', right: 2 });
  });
});
