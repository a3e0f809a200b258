import { domainToASCII } from 'node:url';

/** A sender with its display name. */
export type Mailbox = { name: string; address: string };

const MAX_ADDRESS_LENGTH = 254;
const ONE_ADDRESS = /^[^\s\p{Cc}@<>()[\],;:"\\]+@[^\s\p{Cc}@<>()[\],;:"\\]+$/u;
const MAILBOX = /^\s*(?:"([^"]*)"|([^"<>]*))\s*<([^<>]*)>\s*$/;

/** Returns whether a text is exactly one address, which mail software cannot read as several or as a name with an address. */
export function isSingleAddress(text: string): boolean {
  return text.length <= MAX_ADDRESS_LENGTH && text.isWellFormed() && ONE_ADDRESS.test(text);
}

/** Returns whether a text is valid in a header: one line, no control characters. */
export function fitsHeader(text: string): boolean {
  return text.isWellFormed() && !/[\p{Cc}\u2028\u2029]/u.test(text);
}

/** Parses `Name <address>` or an address; null if it is neither. */
export function readMailbox(text: string): Mailbox | null {
  const [, quoted, plain, inBrackets] = MAILBOX.exec(text) ?? [];
  const mailbox = { name: (quoted ?? plain ?? '').trim(), address: inBrackets ?? text.trim() };
  const usable = isSingleAddress(mailbox.address) && hostOf(mailbox.address) !== '' && fitsHeader(mailbox.name);
  return usable ? mailbox : null;
}

/** Returns the host of an address in ASCII (punycode); empty if it is invalid. */
export function hostOf(address: string): string {
  return domainToASCII(address.slice(address.lastIndexOf('@') + 1));
}
