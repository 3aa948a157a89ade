import type { MemoryControls } from '../../../../../src/simulator/controls/memory-controls.js';
import { textAt } from '../../../../support/json/at.js';
import type { Recorder } from './recorder.js';

type Circumstances = { readonly customer: string; readonly controls: MemoryControls };

// Later than every example.
const later = { created_to: '1798761600' };

const lists = [
  { operation: 'listCharges', summary: 'The newest charge of a time', cursor: 'ch_unknown' },
  { operation: 'listAllRefunds', summary: 'The newest refund of a time', cursor: 're_unknown' },
  {
    operation: 'listBalanceTransactions',
    summary: 'The newest change of the balance of a time',
    cursor: 'txn_unknown',
  },
  { operation: 'listPayouts', summary: 'The newest payout of a time', cursor: 'po_unknown' },
  { operation: 'listDisputes', summary: 'The newest dispute of a time', cursor: 'du_unknown' },
] as const;

/** Records the examples of the ledger and of disputes. */
export const recordLedger = async (
  { record, prepare }: Recorder,
  { customer, controls }: Circumstances,
): Promise<void> => {
  const paying = { operation: 'createPaymentIntent', status: 201 } as const;
  const order = { amount: '19.99', customer_id: customer, confirm: true };
  await prepare({ ...paying, body: { ...order, payment_method: 'pm_card_visa' } });
  controls.clock.advance(8 * 86_400);
  controls.payOut();
  await prepare({ ...paying, body: { ...order, payment_method: 'pm_card_createDispute' } });

  const found = new Map<string, string>();
  for (const { operation, summary, cursor } of lists) {
    const list = { operation, status: 200 } as const;
    const answer = await record({
      ...list,
      name: 'success',
      summary,
      query: { limit: '1', ...later },
    });
    found.set(operation, textAt(answer, 'data.data.0.id'));
    await record({
      ...list,
      name: 'unknown_cursor',
      summary: 'A cursor that does not exist',
      query: { starting_after: cursor },
      status: 400,
    });
  }
  await record({
    operation: 'getBalance',
    name: 'success',
    summary: 'The balance',
    status: 200,
  });

  const payout = found.get('listPayouts') ?? '';
  const paidOut = { operation: 'listPayoutTransactions', status: 200 } as const;
  await record({
    ...paidOut,
    name: 'success',
    summary: 'The changes of the balance that a payout paid out',
    params: { id: payout },
  });
  await record({
    ...paidOut,
    name: 'missing',
    summary: 'A blank id',
    params: { id: '%20' },
    status: 400,
  });
  await record({
    ...paidOut,
    name: 'not_found',
    summary: 'An unknown payout',
    params: { id: 'po_unknown' },
    status: 404,
  });

  const id = found.get('listDisputes') ?? '';
  const evidence = { operation: 'submitDisputeEvidence', status: 200 } as const;
  await record({
    ...evidence,
    name: 'success',
    summary: 'The parcel, for a later request',
    params: { id },
    body: {
      evidence: { shipping_carrier: 'Correos', shipping_tracking_number: 'PQ4F6X0000000' },
      submit: false,
    },
  });
  await record({
    ...evidence,
    name: 'misspelt',
    summary: 'Evidence of a kind that there is not',
    params: { id },
    body: { evidence: { shiping_carrier: 'Correos' } },
    status: 400,
  });
  await record({
    ...evidence,
    name: 'not_found',
    summary: 'An unknown dispute',
    params: { id: 'du_unknown' },
    body: { evidence: { shipping_carrier: 'Correos' } },
    status: 404,
  });
  const close = { operation: 'closeDispute', status: 200 } as const;
  await record({ ...close, name: 'success', summary: 'A dispute', params: { id } });
  await record({
    ...close,
    name: 'already_closed',
    summary: 'A dispute that is lost already',
    params: { id },
    status: 400,
  });
  await record({
    ...close,
    name: 'not_found',
    summary: 'An unknown dispute',
    params: { id: 'du_unknown' },
    status: 404,
  });
};
