import * as E from 'fp-ts/lib/Either.js';
import type { Metadata } from '../objects/object.js';
import type { Param } from './param.js';
import { refuseParam } from './refuse-param.js';

const isMetadata = (value: object): value is Metadata =>
  !Array.isArray(value) && Object.values(value).every((note) => typeof note === 'string');

/** A merchant's notes: `metadata[order]=6735`; an empty text removes a note, and `metadata=` all of them. */
export const metadataParam: Param<Metadata | ''> = {
  read: (value, name) => {
    if (value === '') return E.right('');
    return typeof value === 'object' && isMetadata(value)
      ? E.right(value)
      : refuseParam('Invalid metadata: must be keys and text', name);
  },
};
