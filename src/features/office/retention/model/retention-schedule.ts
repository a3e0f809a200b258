import { DEVICE_LIFE_S, LINK_LIFE, SESSION_LIFE } from '#features/people/sessions/model/lifetimes.ts';
import { CONFIRM_DAYS } from '#features/site/newsletter/model/newsletter-lifetime.ts';

const DAY_S = 24 * 60 * 60;

/** How long each kind of data is kept, in seconds, before the hourly job deletes it. */
export const DELETED_AFTER_S = {
  userSessions: SESSION_LIFE.user.absolute,
  adminSessions: SESSION_LIFE.admin.absolute,
  accountLinks: LINK_LIFE.confirm,
  knownDevices: DEVICE_LIFE_S,
  emails: 30 * DAY_S,
  contactMessages: 730 * DAY_S,
  /** Of guests who did not open the emailed link. */
  heldMessages: 7 * DAY_S,
  /** Links to conversations in emails to guests. */
  conversationLinks: 180 * DAY_S,
  /** Conversations about no order, after the last message. */
  conversations: 730 * DAY_S,
  importMistakes: 730 * DAY_S,
  unconfirmedSubscribers: CONFIRM_DAYS * DAY_S,
  unconfirmedAlerts: CONFIRM_DAYS * DAY_S,
  notifications: 90 * DAY_S,
  searchMatches: 365 * DAY_S,
  unusedUploads: 30 * DAY_S,
  /** Only the IP addresses of the audit log. The database refuses to erase them earlier. */
  auditAddresses: 365 * DAY_S,
  gatewayMessages: 90 * DAY_S,
  /** Of payments that were never captured. */
  unpaidDeclarations: 90 * DAY_S,
  /** After the end of the order. */
  slips: 365 * DAY_S,
  drivers: 30 * DAY_S,
  repeatedCalls: DAY_S,
  requestCounts: DAY_S,
} as const;

/** Data without a period: kept until an account is deleted, or as evidence. */
const KEPT = [
  'accounts',
  'orders',
  'orderEvidence',
  'orderFiles',
  'claims',
  'handovers',
  'disputes',
  'orderReviews',
  'signedDocuments',
  'contractAcceptances',
  'consignees',
  'payoutAccounts',
  'bankStatements',
  'watchHits',
  'auditLog',
] as const;

export type TimedSubject = keyof typeof DELETED_AFTER_S;
type RetentionSubject = TimedSubject | (typeof KEPT)[number];

/** Every kind of data that concerns a person. The texts `admin.retention.*` say what happens to it and why. */
export const RETENTION_SCHEDULE: { subject: RetentionSubject; keptS: number | null }[] = [
  ...Object.entries(DELETED_AFTER_S).map(([subject, keptS]) => ({ subject: subject as TimedSubject, keptS })),
  ...KEPT.map((subject) => ({ subject, keptS: null })),
];
