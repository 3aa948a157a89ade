import type * as E from 'fp-ts/lib/Either.js';
import type { EngineFailure } from '../../../../../src/simulator/engine/kernel/pipeline.js';
import type { ChargeObject } from '../../../../../src/simulator/engine/objects/charge.js';
import type { JsonObject } from '../../../../../src/simulator/engine/objects/json.js';
import { engineOperations } from '../../../../../src/simulator/engine/operations.js';
import type { WireHash } from '../../../../../src/simulator/engine/params/param.js';
import { ask } from './ask.js';
import type { Shop } from './open-shop.js';
import { right } from './outcomes.js';

/** The response to creating a charge of 20 euros without a payment intent. */
export const charge = ({ engine }: Shop, form: WireHash): E.Either<EngineFailure, JsonObject> =>
  ask(engine, engineOperations.createCharge, { amount: '2000', currency: 'eur', ...form });

/** The id of such a charge, which must succeed. */
export const charged = (shop: Shop, form: WireHash): string =>
  String(right(charge(shop, form))['id']);

export const retrievedCharge = ({ engine }: Shop, id: string): ChargeObject =>
  right(engine.call(engineOperations.retrieveCharge, { charge: id }));
