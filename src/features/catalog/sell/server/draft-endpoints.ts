import { userOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { sellCalls } from '../../catalog-calls.ts';
import { sellContract } from '../model/sell-contract.ts';
import { toDraftResponse } from './my-listing-responses.ts';
import { draftOf, dropDraft, saveMyDraft } from './save-draft.ts';
import type { SellDeps } from './sell-deps.ts';

export function draftEndpoints(tools: SellDeps): Endpoint[] {
  const own = { access: 'user' } as const;
  return [
    endpoint(sellCalls.draft, sellContract.draft, {
      ...own,
      summary: 'The draft of the user, if there is one',
      handle: async ({ caller }) => {
        const { draft, placeholders } = await draftOf(tools, userOf(caller).id);
        return toDraftResponse(draft, placeholders);
      },
    }),
    endpoint(sellCalls.saveDraft, sellContract.saveDraft, {
      ...own,
      summary: 'Replace the draft',
      handle: async ({ body, caller }) => ({
        flag: '1' as const,
        updatedAt: (await saveMyDraft(tools.pool, userOf(caller).id, body)).toISOString(),
      }),
    }),
    endpoint(sellCalls.dropDraft, sellContract.dropDraft, {
      ...own,
      summary: 'Delete the draft',
      handle: async ({ caller }) => {
        await dropDraft(tools.pool, userOf(caller).id);
        return { flag: '1' as const };
      },
    }),
  ];
}
