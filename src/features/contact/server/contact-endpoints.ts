import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { englishWords } from '#platform/words/all-words.ts';
import { contactAnswer, contactBody } from '../contact-contract.ts';
import { type ContactTools, sendMessage } from './send-message.ts';

export function contactEndpoints({ tools }: { tools: ContactTools }): Endpoint[] {
  return [
    endpoint({
      method: 'POST',
      path: '/contact',
      summary: 'Write to us',
      tag: 'Contact',
      access: 'anyone',
      limit: { uses: 5, inSeconds: 3_600 },
      body: contactBody,
      answer: contactAnswer,
      handle: async ({ body }) => {
        await sendMessage(tools, body);
        return { flag: '1' as const, message: englishWords('contact.sent') };
      },
    }),
  ];
}
