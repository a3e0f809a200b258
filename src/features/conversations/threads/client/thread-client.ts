import type { ApiClient } from '#lib/api-client/api-client.ts';
import { actionByForm, type FormAction } from '#lib/pages/form-action.ts';
import { threadCalls } from '../../conversations-calls.ts';
import { PHRASE_NAMES } from '../model/phrases.ts';
import { INBOX_FILTERS, KEY, OFFICE, REPORT_REASONS, threadPath } from '../model/thread.ts';
import type { MessageBody, ThreadList, ThreadResponse } from '../model/thread-contract.ts';

/** The key of a guest in the address of a conversation. */
export const tokenOf = (search: URLSearchParams) => search.get(KEY) ?? undefined;

/** Fetches a page of the user's conversations. */
export function fetchThreads(api: ApiClient, search: URLSearchParams): Promise<ThreadList> {
  const filter = INBOX_FILTERS.find((name) => name === search.get('filter'));
  const role = search.get('role') === 'seller' ? ('seller' as const) : ('buyer' as const);
  const before = search.get('before') ?? undefined;
  return api.call(threadCalls.mine, { query: { role, filter, before } });
}

/** Fetches a conversation; null if the reader is no party of it. */
export async function fetchThread(
  api: ApiClient,
  number: string,
  search: URLSearchParams,
): Promise<ThreadResponse | null> {
  const query = { token: tokenOf(search), before: search.get('before') ?? undefined };
  return (await api.find(threadCalls.one, { params: { number }, query }))?.thread ?? null;
}

/** The message in the values of a form. */
export function messageIn(values: Record<string, string>): MessageBody {
  const { text = '', phrase, phrase_value: value, language, key } = values;
  const chosen = PHRASE_NAMES.find((name) => name === phrase);
  return {
    text,
    ...(chosen && { phrase: chosen }),
    ...(chosen && value && { phrase_value: value }),
    ...(language && { language }),
    ...(key && { key }),
  };
}

const at = ({ params, url }: Parameters<FormAction>[0]) => ({
  params: { number: params.number ?? '' },
  query: { token: tokenOf(url.searchParams) },
});

/** The forms of a conversation. `write` is used while scripts have not loaded; with them, files can be added. */
export const threadActions = actionByForm({
  write: async (input) => {
    await input.api.call(threadCalls.write, { ...at(input), body: messageIn(input.values) });
    return { done: true };
  },
  confirm: async ({ api, params, url, t }) => {
    const token = tokenOf(url.searchParams);
    await api.call(threadCalls.confirm, { params: { number: params.number ?? '' }, body: { token } });
    return { done: true, message: t('threads.sent') };
  },
  block: async (input) => ({ done: true, ...(await input.api.call(threadCalls.block, at(input))) }),
  unblock: async (input) => ({ done: true, ...(await input.api.call(threadCalls.unblock, at(input))) }),
  report: async (input) => {
    const reason = REPORT_REASONS.find((name) => name === input.values.reason) ?? 'other';
    const body = { reason, text: input.values.text ?? '' };
    return { done: true, message: (await input.api.call(threadCalls.report, { ...at(input), body })).message };
  },
});

/** Begins a conversation about the car of the page or with the office, and opens it; a guest has to open the emailed link first. */
export const askAction: FormAction = async ({ api, params, values }) => {
  const { name, email } = values;
  const contact = { ...(name !== undefined && { name }), ...(email !== undefined && { email }) };
  const about = params.id === OFFICE ? {} : { listing_id: params.id ?? '' };
  const body = { ...messageIn(values), ...contact, ...about };
  const { number, held, message } = await api.call(threadCalls.start, { body });
  return { done: true, message, ...(!held && { to: threadPath(number) }) };
};
