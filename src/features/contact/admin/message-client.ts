import type { LoadInput } from '#lib/pages/loader.ts';
import { queryFrom } from '#ui/admin/admin-search.ts';
import { messageCalls } from '../model/message-calls.ts';
import type { MessagesResponse } from '../model/message-contract.ts';

/** The values by which messages are filtered, as the address of their screen and the call name them. */
export const MESSAGE_FILTERS = ['search'] as const;

export function fetchMessages({ api, url }: LoadInput): Promise<MessagesResponse> {
  return api.call(messageCalls.list, { query: queryFrom(url.searchParams, [...MESSAGE_FILTERS, 'after']) });
}
