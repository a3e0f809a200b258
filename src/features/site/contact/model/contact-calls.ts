import { callsOf } from '#lib/api-client/api-call.ts';
import type { contactContract } from './contact-contract.ts';

export const contactCalls = callsOf<typeof contactContract>({
  send: 'POST /api/contact',
});
