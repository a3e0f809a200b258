import { userOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { draftAnswer, draftBody, draftSavedAnswer, seenAnswer } from '../model/sell-contract.ts';
import { draftToWire } from './my-listing-responses.ts';
import { draftOf, dropDraft, saveMyDraft } from './save-draft.ts';
import type { SellDeps } from './sell-deps.ts';

const path = '/listing-draft';

/** The calls that keep what a seller has typed and not sent yet. */
export function draftEndpoints(tools: SellDeps): Endpoint[] {
  const own = { path, tag: 'Selling', access: 'user' } as const;
  return [
    endpoint({
      ...own,
      method: 'GET',
      summary: 'The draft of the user, if there is one',
      answer: draftAnswer,
      handle: async ({ caller }) => {
        const { draft, placeholders } = await draftOf(tools, userOf(caller).id);
        return draftToWire(draft, placeholders);
      },
    }),
    endpoint({
      ...own,
      method: 'PUT',
      summary: 'Keep a draft in place of the one before',
      body: draftBody,
      answer: draftSavedAnswer,
      handle: async ({ body, caller }) => ({
        flag: '1' as const,
        updatedAt: (await saveMyDraft(tools.pool, userOf(caller).id, body)).toISOString(),
      }),
    }),
    endpoint({
      ...own,
      method: 'DELETE',
      summary: 'Throw the draft away',
      answer: seenAnswer,
      handle: async ({ caller }) => {
        await dropDraft(tools.pool, userOf(caller).id);
        return { flag: '1' as const };
      },
    }),
  ];
}
