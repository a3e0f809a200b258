import { isApiFailure } from '#lib/api-client/api-client.ts';
import type { ActionInput, ActionOutcome, FormAction } from '#lib/pages/form-action.ts';
import type { LoadInput } from '#lib/pages/loader.ts';
import { queryFrom } from '#ui/admin/admin-search.ts';
import { messageCalls } from '../../office-calls.ts';
import type { MessagesResponse } from '../model/message-contract.ts';
import { MESSAGE_CHANGES } from '../model/message-state.ts';

/** Filter parameters of the messages, both in the page URL and in the API query. */
export const MESSAGE_FILTERS = ['search', 'state'] as const;

export function fetchMessages({ api, url }: LoadInput): Promise<MessagesResponse> {
  return api.call(messageCalls.list, { query: queryFrom(url.searchParams, [...MESSAGE_FILTERS, 'after']) });
}

/** Answers a message, or changes who looks after it. After 404 or 409 the page is loaded again, because somebody else was faster. */
async function send({ url }: ActionInput, call: Promise<{ message: string }>): Promise<ActionOutcome> {
  try {
    return { done: true, message: (await call).message };
  } catch (error) {
    if (!isApiFailure(error) || (error.status !== 409 && error.status !== 404)) throw error;
    return { done: false, message: error.message, to: url.pathname + url.search };
  }
}

const reply: FormAction = (input) => {
  const { id = '', text = '', replies = '' } = input.values;
  return send(input, input.api.call(messageCalls.reply, { params: { id }, body: { text, replies: Number(replies) } }));
};

const change: FormAction = (input) => {
  const to = MESSAGE_CHANGES.find((name) => name === input.values.to) ?? 'open';
  return send(input, input.api.call(messageCalls.change, { params: { id: input.values.id ?? '' }, body: { to } }));
};

export const messageActions: Record<string, FormAction> = { 'message reply': reply, 'message change': change };
