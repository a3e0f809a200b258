import { callsOf } from '#lib/api-client/api-call.ts';
import type { newsletterContract } from './newsletter-contract.ts';

export const newsletterCalls = callsOf<typeof newsletterContract>({
  subscribe: 'POST /api/newsletter',
  confirm: 'POST /api/newsletter/confirm',
  unsubscribe: 'POST /api/newsletter/unsubscribe',
});
