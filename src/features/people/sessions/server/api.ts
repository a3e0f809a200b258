/** The server functions and types of this feature that other features may import. */
export { emailHash } from './email-hash.ts';
export {
  areCodesGuessed,
  countCodeAttempt,
  countLogin,
  countLoginAttempt,
  countPasswordAttempt,
  countWrongCode,
  type LoginAttempt,
  uncountCodeAttempt,
  uncountPasswordAttempt,
} from './login-limits.ts';
export {
  deviceName,
  endOtherSessions,
  endSession,
  listSessions,
  logOut,
  logOutAdmin,
  type MySession,
} from './my-sessions.ts';
export { done, type Outcome, refused } from './outcome.ts';
export type { AccountCookies } from './session-cookies.ts';
export {
  deleteDeadSessions,
  deleteSessionByToken,
  deleteSessionsOfAdmin,
  deleteSessionsOfUser,
  hasFreshPassword,
  insertSession,
  recordPasswordProof,
  renewSession,
  sessionsOf,
} from './session-store.ts';
