import { route } from '../../route.ts';

export const POST = route('placeOrder');
export const GET = route('listOrders');
