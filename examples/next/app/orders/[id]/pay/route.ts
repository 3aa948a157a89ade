import { answerPaymentError } from '../../../../payment-error.ts';
import { shop } from '../../../../payments.ts';

type Context = { params: Promise<{ id: string }> };

export const POST = async (request: Request, { params }: Context): Promise<Response> => {
  try {
    const { payOrder } = await shop();
    const { payment_method } = await request.json();
    const paid = await payOrder((await params).id, payment_method);
    return Response.json(paid ?? { message: 'Order not found' }, { status: paid ? 200 : 404 });
  } catch (error) {
    return answerPaymentError(error);
  }
};
