import { signatureOf } from '../../../../support/http/signature-of.js';
import type { Recorder } from './recorder.js';

type Signing = { readonly secret: string; readonly timestamp: number };

/** Records the examples of webhook calls and of the stored events. */
export const recordEvents = async (
  { record }: Recorder,
  { secret, timestamp }: Signing,
): Promise<void> => {
  const event = {
    id: 'evt_example',
    object: 'event',
    type: 'customer.deleted',
    created: timestamp,
    livemode: false,
    data: { object: { id: 'cus_example', object: 'customer', deleted: true } },
  };
  const signature = signatureOf(JSON.stringify(event), secret, timestamp);
  const receive = { operation: 'receiveWebhook', body: event, status: 200 } as const;
  const signed = { ...receive, headers: { 'processor-signature': signature } };
  await record({ ...signed, name: 'success', summary: 'An event' });
  await record({ ...signed, name: 'duplicate', summary: 'The same event once more' });
  await record({ ...receive, name: 'missing', summary: 'No signature', status: 400 });
  await record({
    ...receive,
    name: 'wrong_signature',
    summary: 'A signature that does not hold',
    headers: { 'processor-signature': `t=${timestamp},v1=${'0'.repeat(64)}` },
    status: 400,
  });

  const list = { operation: 'listEvents', status: 200 } as const;
  await record({
    ...list,
    name: 'success',
    summary: 'The newest event of a type',
    query: { type: 'customer.deleted', limit: '1' },
  });
  await record({
    ...list,
    name: 'unknown_cursor',
    summary: 'A cursor that does not exist',
    query: { starting_after: 'evt_unknown' },
    status: 400,
  });

  const doubts = { operation: 'listDoubts', status: 200 } as const;
  await record({ ...doubts, name: 'success', summary: 'No request is in doubt' });
  await record({
    ...doubts,
    name: 'unknown_kind',
    summary: 'A kind that there is not',
    query: { kind: 'lost' },
    status: 400,
  });

  const get = { operation: 'getEvent', status: 200 } as const;
  await record({ ...get, name: 'success', summary: 'An event', params: { id: event.id } });
  await record({
    ...get,
    name: 'missing',
    summary: 'A blank id',
    params: { id: '%20' },
    status: 400,
  });
  await record({
    ...get,
    name: 'not_found',
    summary: 'An unknown event',
    params: { id: 'evt_unknown' },
    status: 404,
  });

  const replay = { operation: 'replayEvent', status: 200 } as const;
  await record({ ...replay, name: 'success', summary: 'An event', params: { id: event.id } });
  await record({
    ...replay,
    name: 'missing',
    summary: 'A blank id',
    params: { id: '%20' },
    status: 400,
  });
  await record({
    ...replay,
    name: 'not_found',
    summary: 'An unknown event',
    params: { id: 'evt_unknown' },
    status: 404,
  });

  const replayAll = { operation: 'replayEvents', status: 200 } as const;
  await record({ ...replayAll, name: 'success', summary: 'All that are dead', body: {} });
  await record({
    ...replayAll,
    name: 'unknown_state',
    summary: 'A state that there is not',
    body: { state: 'lost' },
    status: 400,
  });

  const erase = { operation: 'eraseEvents', status: 200 } as const;
  await record({
    ...erase,
    name: 'success',
    summary: 'The events about a customer',
    query: { customer: 'cus_example' },
  });
  await record({ ...erase, name: 'missing', summary: 'No customer', status: 400 });
  await record({
    ...erase,
    name: 'not_found',
    summary: 'An id that no customer can have',
    query: { customer: 'cus/example' },
    status: 404,
  });
};
