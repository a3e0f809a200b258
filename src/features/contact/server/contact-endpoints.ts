import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { contactCalls } from '../model/contact-calls.ts';
import { contactContract } from '../model/contact-contract.ts';
import { messageCalls } from '../model/message-calls.ts';
import { messageContract } from '../model/message-contract.ts';
import { readMessages } from './read-messages.ts';
import { type ContactDeps, sendMessage } from './send-message.ts';

export function contactEndpoints(deps: ContactDeps): Endpoint[] {
  return [
    endpoint(contactCalls.send, contactContract.send, {
      summary: 'Send a contact message',
      tag: 'Contact',
      access: 'anyone',
      limit: { uses: 5, inSeconds: 3_600, messageKey: 'contact.tooMany' },
      slowAbove: { uses: 100, inSeconds: 60 },
      handle: async ({ body, t }) => {
        await sendMessage(deps, body);
        return { flag: '1' as const, message: t('contact.sent') };
      },
    }),
    endpoint(messageCalls.list, messageContract.list, {
      summary: 'List contact messages, newest first',
      tag: 'Back office',
      access: 'admin',
      permission: 'messages:read',
      handle: async ({ query }) => readMessages(deps, query),
    }),
  ];
}
