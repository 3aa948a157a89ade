import * as E from 'fp-ts/lib/Either.js';
import { Field } from '../input/field.js';
import { nearestField, showName } from '../input/field-names.js';
import { isPlainObject } from '../input/json.js';
import type { Refusal } from '../refusal.js';

/** From where and with which browser a customer agreed to a mandate, such as that of a direct debit. */
export type Mandate = {
  /** The address of the customer, IPv4 or IPv6. */
  readonly ip_address: string;
  /** The `User-Agent` of the customer's browser. */
  readonly user_agent: string;
};

const names = ['ip_address', 'user_agent'] as const;

const isFilled = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '';

const refineMandate = (value: unknown): E.Either<Refusal, Mandate> => {
  if (!isPlainObject(value)) return E.left({ _tag: 'NotA', expected: 'mandate' });
  const unknown = Object.keys(value).find((name) => !names.some((known) => known === name));
  if (unknown !== undefined) {
    const nearest = nearestField(names)(unknown);
    return E.left({
      _tag: 'Within',
      path: showName(unknown),
      refusal: { _tag: 'Unknown', nearest },
    });
  }
  const { ip_address, user_agent } = value;
  return isFilled(ip_address) && isFilled(user_agent)
    ? E.right({ ip_address, user_agent })
    : E.left({ _tag: 'NotA', expected: 'mandate' });
};

/** The customer's agreement to a mandate. */
export const MandateField = new Field<Mandate>({
  name: 'Mandate',
  schema: {
    type: 'object',
    description:
      "The customer's agreement to a mandate, for methods that need one and a confirmation on the server: the customer's address and browser",
    required: names,
    properties: {
      ip_address: { type: 'string', pattern: '\\S', description: 'The address of the customer' },
      user_agent: {
        type: 'string',
        pattern: '\\S',
        description: "The `User-Agent` of the customer's browser",
      },
    },
    additionalProperties: false,
  },
  is: (value): value is Mandate => E.isRight(refineMandate(value)),
  refine: refineMandate,
  encode: (mandate) => mandate,
});
