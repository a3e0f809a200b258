import { callsOf } from '#lib/api-client/api-call.ts';
import type { figuresContract } from './figures-contract.ts';

export const figuresCalls = callsOf<typeof figuresContract>({ read: 'GET /api/figures' });
