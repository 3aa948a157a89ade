import { answerPaymentError } from '../../payment-error.ts';
import { shop } from '../../payments.ts';

export const POST = async (request: Request): Promise<Response> => {
  try {
    const { payments } = await shop();
    // The signature is over the bytes of the body: read them, not its JSON.
    const payload = await request.arrayBuffer();
    const signature = request.headers.get('stripe-signature') ?? undefined;
    return Response.json(await payments.receiveWebhook({ payload, signature }));
  } catch (error) {
    return answerPaymentError(error);
  }
};
