import { createHmac } from 'node:crypto';

/** The processor's signature header, made here from its documentation and not with the code under test. */
export const signatureOf = (body: string, secret: string, timestamp: number): string => {
  const hex = createHmac('sha256', Buffer.from(secret, 'utf8'))
    .update(Buffer.from(`${timestamp}.${body}`, 'utf8'))
    .digest('hex');
  return `t=${timestamp},v1=${hex}`;
};
