import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { adminSessionAnswer } from '../admin-contract.ts';
import type { AccountTools } from './account-tools.ts';
import { whichAdmin } from './which-admin.ts';

const tag = 'Back office';

/** The calls by which administrators look after accounts. */
export function adminEndpoints({ tools }: { tools: AccountTools }): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      path: '/admin/session',
      summary: 'Which administrator is logged in',
      tag,
      access: 'anyone-known',
      answer: adminSessionAnswer,
      handle: async ({ caller }) => ({ flag: '1' as const, admin: await whichAdmin(tools, caller) }),
    }),
  ];
}
