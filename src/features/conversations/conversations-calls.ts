import { callsOf } from '#lib/api-client/api-call.ts';
import type { threadContract } from './threads/model/thread-contract.ts';

/** Server-sent events for the logged-in user. */
export const EVENTS = '/api/events';

export const threadCalls = callsOf<typeof threadContract>({
  start: 'POST /api/threads',
  mine: 'GET /api/threads',
  one: 'GET /api/threads/:number',
  write: 'POST /api/threads/:number/messages',
  confirm: 'POST /api/threads/:number/confirm',
  block: 'POST /api/threads/:number/block',
  unblock: 'POST /api/threads/:number/unblock',
  report: 'POST /api/threads/:number/report',
  file: 'GET /api/threads/:number/messages/:message/files/:position',
});
