import { callsOf } from '#lib/api-client/api-call.ts';
import type { bookingContract } from './bookings/model/booking-contract.ts';
import type { reviewContract } from './car-reviews/model/review-contract.ts';
import type { claimContract, promiseContract } from './claims/model/claim-contract.ts';
import type { figuresContract } from './figures/model/figures-contract.ts';
import type { orderReviewContract } from './order-reviews/model/order-review-contract.ts';
import type { extensionContract } from './rental-extensions/model/extension-contract.ts';
import type { sellerContract } from './sellers/model/seller-contract.ts';

export const bookingCalls = callsOf<typeof bookingContract>({
  markSold: 'PUT /api/api/listings/listings/:id',
  book: 'POST /api/booking',
  mine: 'GET /api/my-bookings',
  cancel: 'POST /api/my-bookings/:id/cancel',
  destination: 'GET /api/booking/:id/destination',
  receipt: 'GET /api/my-bookings/:id/receipt',
});

export const reviewCalls = callsOf<typeof reviewContract>({
  list: 'GET /api/listings/:id/reviews',
  write: 'POST /api/reviews',
  reply: 'POST /api/reviews/:id/reply',
});

export const claimCalls = callsOf<typeof claimContract>({
  ofOrder: 'GET /api/orders/:id/claims',
  open: 'POST /api/orders/:id/claims',
  mine: 'GET /api/claims',
  one: 'GET /api/claims/:id',
  answer: 'POST /api/claims/:id/answer',
  add: 'POST /api/claims/:id/evidence',
  withdraw: 'POST /api/claims/:id/withdraw',
  file: 'GET /api/claims/:id/statements/:statement/files/:position',
});

export const promiseCalls = callsOf<typeof promiseContract>({ read: 'GET /api/promise' });

export const figuresCalls = callsOf<typeof figuresContract>({ read: 'GET /api/figures' });

export const orderReviewCalls = callsOf<typeof orderReviewContract>({
  read: 'GET /api/orders/:id/reviews',
  write: 'POST /api/orders/:id/reviews',
  ofSeller: 'GET /api/sellers/:id/order-reviews',
  hide: 'POST /api/admin/order-reviews/:id/hide',
  show: 'POST /api/admin/order-reviews/:id/show',
});

export const extensionCalls = callsOf<typeof extensionContract>({
  waiting: 'GET /api/my-rental-requests',
  list: 'GET /api/orders/:id/extensions',
  ask: 'POST /api/orders/:id/extensions',
  answer: 'POST /api/orders/:id/extensions/:extension/answer',
});

export const sellerCalls = callsOf<typeof sellerContract>({
  one: 'GET /api/sellers/:id',
});
