import type { LoadInput } from '#platform/pages/load.ts';
import { queryFrom } from '#ui/admin/admin-search.ts';
import type { MessagesAnswer } from './managed-messages-contract.ts';

export function fetchMessages({ api, url }: LoadInput): Promise<MessagesAnswer> {
  return api.get<MessagesAnswer>('/api/admin/messages', queryFrom(url.searchParams, ['search', 'after']));
}
