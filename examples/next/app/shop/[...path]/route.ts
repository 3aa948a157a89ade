import { shop } from '../../../payments.ts';

// The whole HTTP interface: /shop/api/payments, /shop/doc, ...
const answer = async (request: Request): Promise<Response> => (await shop()).handler(request);

export { answer as DELETE, answer as GET, answer as POST, answer as PUT };
