import * as E from 'fp-ts/lib/Either.js';
import type { ReconciliationLedger } from '../../application/ports/reconciliation-ledger.js';
import { judgeLedger, type Reconciliation } from '../../application/reconciliation/judge-ledger.js';
import { CustomerId } from '../../domain/ids.js';
import type { ServiceProcessor } from '../load-processor.js';
import type { OwnSide } from './read-own-side.js';

const isDeletedCustomer =
  (
    { retrieveCustomer }: Pick<ServiceProcessor, 'retrieveCustomer'>,
    turn: () => Promise<void>,
  ): ((customer: string) => Promise<boolean>) =>
  async (customer) => {
    if (!CustomerId.is(customer)) return false;
    await turn();
    const found = await retrieveCustomer({ customer })();
    return E.isRight(found) && 'deleted' in found.right && found.right.deleted;
  };

type Parts = {
  readonly ledger: ReconciliationLedger;
  readonly processor: Pick<ServiceProcessor, 'retrieveCustomer'>;
  readonly own: Pick<OwnSide, 'eventsSince' | 'keys'>;
  /** Waits until the processor may be asked. */
  readonly turn: () => Promise<void>;
};

type Time = Omit<Parameters<ReturnType<typeof judgeLedger>>[0], 'hasOrders' | 'eventsSince'>;

/** Pairs and judges all sides of a time that are in the ledger. */
export const judgeSides =
  ({ ledger, processor, own: { eventsSince, keys }, turn }: Parts) =>
  async (time: Time): Promise<Reconciliation> => {
    await ledger.pair();
    return judgeLedger({ ledger, keys, isErased: isDeletedCustomer(processor, turn) })({
      ...time,
      hasOrders: ledger.progress('orders').done,
      eventsSince,
    });
  };
