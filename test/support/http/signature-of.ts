import { createHmac } from 'node:crypto';

/** Returns the processor's signature header, written from its documentation without the code under test. */
export const signatureOf = (body: string, secret: string, timestamp: number): string => {
  const hex = createHmac('sha256', Buffer.from(secret, 'utf8'))
    .update(Buffer.from(`${timestamp}.${body}`, 'utf8'))
    .digest('hex');
  return `t=${timestamp},v1=${hex}`;
};
