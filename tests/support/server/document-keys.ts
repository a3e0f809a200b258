/** Keys that sign documents in tests, so that all apps on one database have the same: a current and a next one. */
export const DOCUMENT_KEYS = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64')).join(',');
