import type { LoadInput } from '#lib/pages/loader.ts';
import { queryFrom } from '#ui/admin/admin-search.ts';
import { messageCalls } from '../model/message-calls.ts';
import type { MessagesResponse } from '../model/message-contract.ts';

/** Filter parameters of the messages, both in the page URL and in the API query. */
export const MESSAGE_FILTERS = ['search'] as const;

export function fetchMessages({ api, url }: LoadInput): Promise<MessagesResponse> {
  return api.call(messageCalls.list, { query: queryFrom(url.searchParams, [...MESSAGE_FILTERS, 'after']) });
}
