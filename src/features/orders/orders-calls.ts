import { callsOf } from '#lib/api-client/api-call.ts';
import type { cardHoldContract } from './card-holds/model/card-hold-contract.ts';
import type { consigneeContract } from './consignees/model/consignee-contract.ts';
import type { driverContract } from './drivers/model/driver-contract.ts';
import type { placeOrderContract, waitingContract } from './holds/model/place-order-contract.ts';
import type { orderContract, orderDocumentContract } from './orders/model/order-contract.ts';
import type { contractContract } from './sales-contracts/model/sales-contract-contract.ts';
import type { slipContract } from './transfer-slips/model/slip-contract.ts';

export const cardHoldCalls = callsOf<typeof cardHoldContract>({
  show: 'GET /api/orders/:id/card-hold',
  hold: 'POST /api/orders/:id/card-hold',
  release: 'POST /api/admin/orders/:id/card-hold/release',
  capture: 'POST /api/admin/orders/:id/card-hold/capture',
});

export const driverCalls = callsOf<typeof driverContract>({
  show: 'GET /api/orders/:id/driver',
  send: 'POST /api/orders/:id/driver',
  license: 'GET /api/orders/:id/driver/license',
  check: 'POST /api/admin/orders/:id/driver/check',
});

export const orderDocumentCalls = callsOf<typeof orderDocumentContract>({
  file: 'GET /api/orders/:id/documents/:document/pdf',
});

export const consigneeCalls = callsOf<typeof consigneeContract>({
  show: 'GET /api/orders/:id/consignee',
  sendCode: 'POST /api/orders/:id/consignee/code',
  change: 'PUT /api/orders/:id/consignee',
  cancel: 'POST /api/orders/:id/consignee/cancel',
  cancelByLink: 'POST /api/consignee-changes/cancel',
  ofOffice: 'GET /api/admin/orders/:id/consignee',
  cancelByOffice: 'POST /api/admin/orders/:id/consignee/cancel',
});

export const contractCalls = callsOf<typeof contractContract>({
  show: 'GET /api/orders/:id/contract',
  accept: 'POST /api/orders/:id/contract/acceptance',
  sales: 'GET /api/my-sales',
});

export const orderCalls = callsOf<typeof orderContract>({
  mine: 'GET /api/orders',
  one: 'GET /api/orders/:id',
  pay: 'POST /api/orders/:id/payments',
  thread: 'POST /api/orders/:id/thread',
});

export const placeOrderCalls = callsOf<typeof placeOrderContract>({
  place: 'POST /api/orders',
  takeOut: 'POST /api/orders/:id/take-out',
  cancelHold: 'POST /api/orders/:id/cancel-hold',
});

export const waitingCalls = callsOf<typeof waitingContract>({
  ask: 'POST /api/listings/:id/waiting',
  stop: 'DELETE /api/listings/:id/waiting',
});

export const slipCalls = callsOf<typeof slipContract>({
  send: 'POST /api/orders/:id/slips',
  mine: 'GET /api/orders/:id/slips',
  ofOrder: 'GET /api/admin/orders/:id/slips',
  open: 'GET /api/orders/:id/slips/:slip',
});
