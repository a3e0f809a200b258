const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

export type SessionKind = 'user' | 'admin';

/** Session lifetime in seconds: without use, and at most. */
export const SESSION_LIFE: Record<SessionKind, { idle: number; absolute: number }> = {
  user: { idle: 7 * DAY_S, absolute: 30 * DAY_S },
  admin: { idle: 30 * MINUTE_S, absolute: 12 * HOUR_S },
};

/** How long a session that has proved the password may make sensitive changes without it. */
export const FRESH_LOGIN_S = 10 * MINUTE_S;

/** How long a browser counts as a known device of the account after its last login. */
export const DEVICE_LIFE_S = 180 * DAY_S;

/** How long the previous address can undo a change of the email address. */
export const EMAIL_UNDO_LIFE_S = 3 * DAY_S;

/** How long a change of the address by support waits if the old address does not agree. */
export const SUPPORT_WAIT_S = 3 * DAY_S;

/** How long support may change neither the address nor the second factor after it changed one of them. */
export const SUPPORT_PAUSE_S = 7 * DAY_S;

/** Lifetime of emailed links, in seconds. It begins when they work. */
export const LINK_LIFE = {
  confirm: 7 * DAY_S,
  reset: 30 * MINUTE_S,
  'change-email': DAY_S,
  'agree-email': SUPPORT_WAIT_S,
} as const;

export type LinkPurpose = keyof typeof LINK_LIFE;

/**
 * How long a changed email address or a reset password blocks guarded changes, those that need the password and an
 * emailed code. An account thief would begin with one of the two.
 */
export const LOGIN_CHANGE_BLOCK_MS = 259_200_000;
export const CODE_LIFE_MS = 600_000;
export const CODE_TRIES = 5;
export const CODE_DIGITS = 6;
