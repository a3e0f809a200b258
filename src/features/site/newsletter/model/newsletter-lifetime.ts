/** Days until a confirmation link expires and its unconfirmed address is deleted. */
export const CONFIRM_DAYS = 7;
