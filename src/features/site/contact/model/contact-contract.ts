import { z } from 'zod';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { contactMessage } from './contact-forms.ts';

export const contactBody = contactMessage;
export const contactResponse = z.object({ flag: z.literal('1'), message: z.string() });
export type ContactResponse = z.output<typeof contactResponse>;

export const contactContract = {
  send: { body: contactBody, responses: { 200: contactResponse } },
} satisfies Record<string, CallContract>;
