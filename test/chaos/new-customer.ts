import { textAt } from '../support/json/at.js';
import type { Send } from './send.js';

/** The id of a new customer. */
export const newCustomer = async (send: Send): Promise<string> => {
  const person = { email: 'ana@example.com', name: 'Ana García', phone: '+34600000000' };
  return textAt(await send('POST', '/api/customers', 201, person), 'id');
};
