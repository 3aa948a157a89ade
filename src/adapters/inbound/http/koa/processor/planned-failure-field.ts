import * as E from 'fp-ts/lib/Either.js';
import { Field } from '../../../../../domain/field.js';
import { failureKinds, type PlannedFailure } from './processor-controls.js';

const isPlannedFailure = (value: unknown): value is PlannedFailure =>
  failureKinds.some((kind) => kind === value) ||
  (typeof value === 'object' &&
    value !== null &&
    (('decline' in value && typeof value.decline === 'string') ||
      ('delay' in value && typeof value.delay === 'number')));

/** One of the kinds of failure, `{"decline": "<code>"}` or `{"delay": <milliseconds>}`. */
export const plannedFailure = new Field<PlannedFailure>({
  name: 'PlannedFailure',
  schema: {
    anyOf: [
      { type: 'string', enum: failureKinds },
      {
        type: 'object',
        properties: { decline: { type: 'string' } },
        required: ['decline'],
      },
      {
        type: 'object',
        properties: { delay: { type: 'integer' } },
        required: ['delay'],
      },
    ],
  },
  is: isPlannedFailure,
  refine: (value) =>
    isPlannedFailure(value)
      ? E.right(value)
      : E.left({
          _tag: 'NotOneOf',
          values: [...failureKinds, '{"decline": "<code>"}', '{"delay": <milliseconds>}'],
        }),
  encode: (value) => value,
});
