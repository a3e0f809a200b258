/** Changes that need the password and an emailed code, because an account thief would make them. */

/** How long a changed email address or a reset password blocks them. Both are the first steps of an account thief. */
export const LOGIN_CHANGE_BLOCK_MS = 259_200_000;
export const CODE_LIFE_MS = 600_000;
export const CODE_TRIES = 5;
export const CODE_DIGITS = 6;
