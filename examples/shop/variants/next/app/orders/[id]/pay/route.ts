import { route } from '../../../../route.ts';

export const POST = route('payOrder');
