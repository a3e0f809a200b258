import { z } from 'zod';
import { contactMessage } from './contact-forms.ts';

export const contactBody = contactMessage;
export const contactAnswer = z.object({ flag: z.literal('1'), message: z.string() });
export type ContactAnswer = z.output<typeof contactAnswer>;
