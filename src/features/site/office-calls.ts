import { callsOf } from '#lib/api-client/api-call.ts';
import type { messageContract } from './contact/model/contact-contract.ts';
import type { adminDocumentContract } from './issued-documents/model/verify-contract.ts';
import type { subscriberContract } from './newsletter/model/newsletter-contract.ts';
import type { bankAccountContract, operatorContract } from './operator/model/operator-contract.ts';
import type { systemStatusContract } from './system-status/model/system-status-contract.ts';

export const messageCalls = callsOf<typeof messageContract>({
  list: 'GET /api/admin/messages',
  reply: 'POST /api/admin/messages/:id/replies',
  change: 'PUT /api/admin/messages/:id',
});

export const adminDocumentCalls = callsOf<typeof adminDocumentContract>({
  list: 'GET /api/admin/documents',
  file: 'GET /api/admin/documents/:id/pdf',
  revoke: 'POST /api/admin/documents/revocations',
});

export const subscriberCalls = callsOf<typeof subscriberContract>({
  list: 'GET /api/admin/subscribers',
  remove: 'DELETE /api/admin/subscribers/:id',
});

export const bankAccountCalls = callsOf<typeof bankAccountContract>({
  list: 'GET /api/admin/bank-accounts',
  propose: 'POST /api/admin/bank-accounts',
  addForeign: 'POST /api/admin/foreign-accounts',
  cancel: 'POST /api/admin/bank-accounts/:version/cancel',
});

export const operatorCalls = callsOf<typeof operatorContract>({
  read: 'GET /api/operator',
  save: 'PUT /api/admin/operator',
});

export const systemStatusCalls = callsOf<typeof systemStatusContract>({
  show: 'GET /api/admin/system-status',
});
