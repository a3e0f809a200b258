import { domainToASCII } from 'node:url';

/** A sender as mail programs show it. */
export type Mailbox = { name: string; address: string };

const MAX_ADDRESS_LENGTH = 254;
const ONE_ADDRESS = /^[^\s\p{Cc}@<>()[\],;:"\\]+@[^\s\p{Cc}@<>()[\],;:"\\]+$/u;
const MAILBOX = /^\s*(?:"([^"]*)"|([^"<>]*))\s*<([^<>]*)>\s*$/;

/** Whether a text is exactly one bare address: nothing that a mail program could read as two, or as a name and an address. */
export function isOneAddress(text: string): boolean {
  return text.length <= MAX_ADDRESS_LENGTH && text.isWellFormed() && ONE_ADDRESS.test(text);
}

/** Whether a text can stand in a header: one line, without control characters. */
export function fitsHeader(text: string): boolean {
  return text.isWellFormed() && !/[\p{Cc}\u2028\u2029]/u.test(text);
}

/** Reads `Name <address>` or a bare address; null when it is neither. */
export function readMailbox(text: string): Mailbox | null {
  const [, quoted, plain, inBrackets] = MAILBOX.exec(text) ?? [];
  const mailbox = { name: (quoted ?? plain ?? '').trim(), address: inBrackets ?? text.trim() };
  const usable = isOneAddress(mailbox.address) && hostOf(mailbox.address) !== '' && fitsHeader(mailbox.name);
  return usable ? mailbox : null;
}

/** The host of an address as mail servers spell it; empty when it is none. */
export function hostOf(address: string): string {
  return domainToASCII(address.slice(address.lastIndexOf('@') + 1));
}
