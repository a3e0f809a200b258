/** How many slips an order can have. */
export const MAX_SLIPS = 5;

/** What the file picker offers. The server decides by content. */
export const SLIP_TYPES = 'image/jpeg,image/png,image/gif,image/webp,application/pdf';
