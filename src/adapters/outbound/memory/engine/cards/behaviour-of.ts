import type { CardBehaviour } from './card-behaviour.js';
import type { CardFace } from './card-face.js';
import { testCards } from './test-cards.js';

/** What the card does. */
export const behaviourOf = (face: CardFace): CardBehaviour => testCards[face.testCard].behaviour;
