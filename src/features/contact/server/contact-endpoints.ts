import { englishWords } from '#lib/i18n/all-messages.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { contactAnswer, contactBody } from '../model/contact-contract.ts';
import { messagesAnswer, messagesQuery } from '../model/message-contract.ts';
import { readMessages } from './read-messages.ts';
import { type ContactDeps, sendMessage } from './send-message.ts';

export function contactEndpoints({ tools }: { tools: ContactDeps }): Endpoint[] {
  return [
    endpoint({
      method: 'POST',
      path: '/contact',
      summary: 'Write to us',
      tag: 'Contact',
      access: 'anyone',
      limit: { uses: 5, inSeconds: 3_600, say: 'contact.tooMany' },
      limitOfAll: { uses: 100, inSeconds: 60 },
      body: contactBody,
      answer: contactAnswer,
      handle: async ({ body }) => {
        await sendMessage(tools, body);
        return { flag: '1' as const, message: englishWords('contact.sent') };
      },
    }),
    endpoint({
      method: 'GET',
      path: '/admin/messages',
      summary: 'What people have written to us, newest first',
      tag: 'Back office',
      access: 'admin',
      query: messagesQuery,
      answer: messagesAnswer,
      handle: async ({ query }) => readMessages(tools, query),
    }),
  ];
}
