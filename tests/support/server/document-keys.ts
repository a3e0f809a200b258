/** The current and next document key of tests, shared by all apps on one database. */
export const DOCUMENT_KEYS = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64')).join(',');
