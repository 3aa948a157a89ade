import { route } from '../../../route.ts';

export const GET = route('showOrder');
