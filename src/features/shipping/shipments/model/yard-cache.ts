/** Name of the browser cache with the page for reports from the yard, which works without a connection. */
export const YARD_CACHE = 'yard';
