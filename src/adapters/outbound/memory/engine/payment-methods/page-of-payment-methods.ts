import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { toPaymentMethod } from '../cards/card-views.js';
import type { ApiError } from '../errors.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { ListObject } from '../objects/object.js';
import type { PaymentMethodObject } from '../objects/payment-method.js';
import { listPage, type PageParams } from '../store/list-page.js';

/** A page of a customer's payment methods, the cards among them. */
export const pageOfPaymentMethods = (
  call: RequestContext,
  customer: string,
  { url, page }: { readonly url: string; readonly page: PageParams },
): E.Either<ApiError, ListObject<PaymentMethodObject>> =>
  pipe(
    listPage({
      table: call.state.instruments,
      selection: { index: 'customer', key: customer },
      resource: 'payment_method',
      url,
      page,
      holds: (row) => row.customer === customer,
    }),
    E.map((list) => ({ ...list, data: list.data.map(toPaymentMethod) })),
  );
