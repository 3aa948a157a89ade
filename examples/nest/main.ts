import 'reflect-metadata';
import {
  type ArgumentsHost,
  Body,
  Catch,
  Controller,
  Headers,
  HttpCode,
  Module,
  NotFoundException,
  Param,
  Post,
  type RawBodyRequest,
  Req,
} from '@nestjs/common';
import { BaseExceptionFilter, HttpAdapterHost, NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request, Response } from 'express';
import { isPaymentError, paymentErrorStatus } from 'pasarela';
import { createPaymentsListener } from 'pasarela/node';
import { payments, payOrder } from './payments.ts';

@Controller()
class Shop {
  @Post('orders/:id/pay')
  @HttpCode(200)
  async pay(@Param('id') id: string, @Body('payment_method') paymentMethod: string) {
    const paid = await payOrder(id, paymentMethod);
    if (paid === undefined) throw new NotFoundException('Order not found');
    return paid;
  }

  // The signature is over the bytes of the body, which Nest keeps as `rawBody`.
  @Post('webhooks')
  @HttpCode(200)
  receive(
    @Req() { rawBody }: RawBodyRequest<Request>,
    @Headers('stripe-signature') signature: string,
  ) {
    return payments.receiveWebhook({ payload: rawBody, signature });
  }
}

@Catch()
class PaymentErrors extends BaseExceptionFilter {
  override catch(error: unknown, host: ArgumentsHost) {
    if (!isPaymentError(error)) return super.catch(error, host);
    const response = host.switchToHttp().getResponse<Response>();
    response.status(paymentErrorStatus(error)).json({ message: error.message, code: error.code });
  }
}

@Module({ controllers: [Shop] })
class ShopModule {}

const app = await NestFactory.create<NestExpressApplication>(ShopModule, {
  rawBody: true,
  logger: ['error', 'warn'],
});
app.useGlobalFilters(new PaymentErrors(app.get(HttpAdapterHost).httpAdapter));

// The whole HTTP interface: /shop/api/payments, /shop/doc, ... It comes before the body parsers.
const apiKeys = [process.env.API_KEY ?? ''];
app.use('/shop', createPaymentsListener(payments, { apiKeys }));
// Large events need more room than the usual 100 kB.
app.useBodyParser('json', { limit: '1mb' });

await app.listen(process.env.PORT ?? 3000);
export const server = app.getHttpServer();
