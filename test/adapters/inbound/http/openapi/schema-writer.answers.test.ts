import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import { Failure } from '../../../../../src/adapters/inbound/http/answers.js';
import { api } from '../../../../../src/adapters/inbound/http/api.js';
import examples from '../../../../../src/adapters/inbound/http/openapi/examples.json' with {
  type: 'json',
};
import { schemaWriter } from '../../../../../src/adapters/inbound/http/openapi/schema-writer.js';
import type { Route } from '../../../../../src/adapters/inbound/http/route.js';
import { at } from '../../../../support/json/at.js';
import { expectAgreement } from './agreement.js';
import { compileSchema } from './document-schemas.js';
import { jsonValue, withOnePartChanged } from './json-values.js';

const routes: ReadonlyArray<Route> = Object.values(api);

const agree = async (codec: t.Mixed, answers: ReadonlyArray<unknown>): Promise<void> => {
  const { schemaOf, components } = schemaWriter();
  const schema = schemaOf(codec);
  await expectAgreement(
    {
      values: fc.oneof(
        { weight: 1, arbitrary: jsonValue },
        { weight: 2, arbitrary: fc.constantFrom(...answers) },
        { weight: 17, arbitrary: withOnePartChanged(fc.constantFrom(...answers)) },
      ),
      schema: compileSchema(schema, { components: { schemas: components() } }),
      codec: (value) => E.isRight(codec.decode(value)),
    },
    1000,
  );
};

// Recorded answers with one part replaced or left out: some are valid, some are not.
describe('The schemas of answers', () => {
  for (const { operation, data, payload, status } of routes) {
    const own = examples.filter((example) => example.operation === operation);
    it(`accept the answers of ${operation} that its codec accepts`, () =>
      agree(
        data,
        own
          .filter((example) => example.status === status)
          .map((example) => at(example.answer, 'data')),
      ));
    if (payload !== undefined) {
      it(`accept the bodies that ${operation} accepts`, () =>
        agree(
          payload,
          own.map((example) => example.body),
        ));
    }
  }

  it('accept the failures that their codec accepts', () =>
    agree(
      Failure,
      examples.filter((example) => example.status >= 400).map((example) => example.answer),
    ));
});
