/** Whether a text is 32 bytes in base64, as `openssl rand -base64 32` prints them. */
export const isEncryptionKey = (text: string): boolean => /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/.test(text);
