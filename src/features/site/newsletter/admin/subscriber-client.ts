import type { FormAction } from '#lib/pages/form-action.ts';
import type { LoadInput } from '#lib/pages/loader.ts';
import { queryFrom } from '#ui/admin/admin-search.ts';
import { subscriberCalls } from '../../office-calls.ts';
import type { SubscribersResponse } from '../model/subscriber-contract.ts';

/** Filter parameters of the subscribers, both in the page URL and in the API query. */
export const SUBSCRIBER_FILTERS = ['search', 'state'] as const;

export function fetchSubscribers({ api, url }: LoadInput): Promise<SubscribersResponse> {
  return api.call(subscriberCalls.list, { query: queryFrom(url.searchParams, [...SUBSCRIBER_FILTERS, 'after']) });
}

export const removeSubscriber: FormAction = async ({ api, values: { id = '' } }) => {
  const { message } = await api.call(subscriberCalls.remove, { params: { id } });
  return { done: true, message };
};
