import { adminOf, originOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { messageCalls } from '../../office-calls.ts';
import { contactCalls } from '../../site-calls.ts';
import { contactContract, messageContract } from '../model/contact-contract.ts';
import { answerMessage, type ContactDeps, changeMessage, readMessages, sendMessage } from './contact-messages.ts';

export function contactEndpoints(deps: ContactDeps): Endpoint[] {
  return [
    endpoint(contactCalls.send, contactContract.send, {
      summary: 'Send a contact message',
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
      access: 'admin',
      permission: 'messages:read',
      handle: async ({ query }) => readMessages(deps, query),
    }),
    endpoint(messageCalls.reply, messageContract.reply, {
      summary: 'Answer a contact message by email',
      access: 'admin',
      permission: 'messages:write',
      handle: async ({ params: { id }, body, caller, request, t }) => {
        await answerMessage(deps, adminOf(caller).id, id, body, originOf(request));
        return { flag: '1' as const, message: t('messages.answered') };
      },
    }),
    endpoint(messageCalls.change, messageContract.change, {
      summary: 'Take a contact message on, give it back, set it aside or open it again',
      access: 'admin',
      permission: 'messages:write',
      handle: async ({ params: { id }, body: { to }, caller, t }) => {
        await changeMessage(deps, adminOf(caller).id, id, to);
        return { flag: '1' as const, message: t(`messages.changed.${to}`) };
      },
    }),
  ];
}
