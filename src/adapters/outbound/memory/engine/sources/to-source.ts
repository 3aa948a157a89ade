import type { Instrument } from '../cards/instrument.js';
import { toCardObject } from '../cards/to-card-object.js';
import { deepFreeze } from '../deep-freeze.js';
import type { CardObject } from '../objects/card-object.js';

/** A customer's card as the processor shows it. */
export const toSource = (instrument: Instrument): CardObject =>
  deepFreeze(toCardObject(instrument));
