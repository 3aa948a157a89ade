import { atPath } from '../kernel/operation.js';
import { createSource } from './create-source.js';
import { deleteSource } from './delete-source.js';
import { listSources } from './list-sources.js';
import { retrieveSource } from './retrieve-source.js';
import { updateSource } from './update-source.js';

const all = '/v1/customers/:customer/cards';
const one = `${all}/:card`;

/** What can be done with a customer's cards, at the paths that they had before there were other sources. */
export const cardOperations = {
  createCustomerCard: atPath(createSource, all),
  listCustomerCards: atPath(listSources, all),
  retrieveCustomerCard: atPath(retrieveSource, one),
  updateCustomerCard: atPath(updateSource, one),
  deleteCustomerCard: atPath(deleteSource, one),
} as const;
