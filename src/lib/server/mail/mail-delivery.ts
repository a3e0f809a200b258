import type { Mail, MailFile } from './mail.ts';

/** A mail to deliver. Every attempt has the same Message-ID. */
export type OutgoingMail = Omit<Mail, 'attachment' | 'forgetWhenDone'> & { messageId: string; file?: MailFile };

/** Delivers a mail. Rejects unless the server has accepted it. */
export type Deliver = (mail: OutgoingMail) => Promise<void>;

export type MailLog = {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
};
