/** A mail as the use cases write it. `to` and `replyTo` are one bare address each. */
export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  replyTo?: string;
  /** Where a mail program ends the subscription that the mail comes by, with one POST (RFC 8058). */
  unsubscribeUrl?: string;
  /** A document that is made when the mail leaves. */
  attachment?: AttachmentReference;
};

/** What a mail brings, by name: which kind of document, and of what. */
export type AttachmentReference = { kind: string; id: number };

export type MailFile = { name: string; type: string; content: Buffer };
