import type { FastifyInstance } from 'fastify';
import { getJson, postJson } from '../server/test-app.ts';

type Staff = { cookie: string };
type Proposal = { id: number; hash: string; kind: string; summary: string; problem: string | null; state: string };

/** Returns the newest open proposal, as a person of the back office sees it. */
export async function newestProposal(app: FastifyInstance, by: Staff): Promise<Proposal> {
  const { items } = (await getJson(app, '/api/admin/approvals', by.cookie)).body as { items: Proposal[] };
  const open = items.filter(({ state }) => state === 'open').sort((a, b) => b.id - a.id)[0];
  if (!open) throw new Error('no open proposal');
  return open;
}

/** Approves the newest open proposal. */
export async function approveNewest(app: FastifyInstance, by: Staff) {
  const { id, hash } = await newestProposal(app, by);
  return postJson(app, `/api/admin/approvals/${id}/approve`, { hash }, { cookie: by.cookie });
}
