import { z } from 'zod';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { contactMessage } from './contact-forms.ts';

export const contactBody = contactMessage;
export const contactAnswer = z.object({ flag: z.literal('1'), message: z.string() });
export type ContactAnswer = z.output<typeof contactAnswer>;

export const contactContract = {
  send: { body: contactBody, responses: { 200: contactAnswer } },
} satisfies Record<string, CallContract>;
