import { callsOf } from '#lib/api-client/api-call.ts';
import type { shipmentContract } from './shipment-contract.ts';

export const shipmentCalls = callsOf<typeof shipmentContract>({
  timeline: 'GET /api/orders/:id/timeline',
  tell: 'POST /api/orders/:id/events',
  events: 'GET /api/orders/:id/events',
  withdraw: 'POST /api/orders/:id/events/:event/withdrawal',
  schedule: 'POST /api/admin/orders/:id/schedule',
  share: 'POST /api/orders/:id/calendar',
  calendar: 'GET /api/orders/:id/timeline.ics',
  ports: 'GET /api/ports',
});
