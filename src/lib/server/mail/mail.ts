/** A mail to queue. `to` and `replyTo` are one address each, without a name. */
export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  replyTo?: string;
  /** URL for one-click unsubscribe by POST (RFC 8058). */
  unsubscribeUrl?: string;
  /** An attachment that is created at delivery. */
  attachment?: AttachmentReference;
  /** Deletes the mail with its address once it is sent or has failed. */
  forgetWhenDone?: boolean;
};

/** The kind of a document, what it is about, and its language. */
export type AttachmentReference = { kind: string; id: number; locale?: string | undefined };

export type MailFile = { name: string; type: string; content: Buffer };
