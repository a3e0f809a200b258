/** How long the link works that confirms a subscription; an address that was not confirmed by then is forgotten. */
export const CONFIRM_DAYS = 7;
