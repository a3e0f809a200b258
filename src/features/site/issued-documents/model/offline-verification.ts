/** Name of the browser cache with the page that verifies scanned documents and the list of keys, for use without a connection. */
export const VERIFICATION_CACHE = 'document-verification';
