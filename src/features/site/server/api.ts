/** The server functions and types that later areas and the app use. */

export { readMessages } from '../contact/server/contact-messages.ts';
export { deleteMessagesOlderThan } from '../contact/server/contact-store.ts';
export {
  currentDocumentsOf,
  documentsOf,
  documentsOfSubject,
  endedFor,
  type StoredDocument,
  type Subject,
} from '../issued-documents/server/document-store.ts';
export type { DocumentDeps } from '../issued-documents/server/issue-document.ts';
export { type ClaimedFigures, canonicalJson, issueDocument } from '../issued-documents/server/issue-document.ts';
export { downloadOf } from '../issued-documents/server/render-document.ts';
export { accountNoticeOf } from '../issued-documents/server/verify-document.ts';
export type { MediaDeps } from '../media/server/accept-upload.ts';
export {
  acceptDocument,
  acceptPhoto,
  copiesOfPhotos,
  type EvidenceFile,
  photoPlaceholders,
  readEvidence,
  readFileOfSender,
  readFileOfUser,
  rejectForeignUploads,
} from '../media/server/accept-upload.ts';
export type { CardContent, CardNote } from '../media/server/draw-share-card.ts';
export { firstBytes, hasPdfEnd } from '../media/server/media-files.ts';
export { type PurgeDeps, purgeUploads } from '../media/server/purge-uploads.ts';
export type { PhotoCopies } from '../media/server/upload-store.ts';
export { deleteUnconfirmed } from '../newsletter/server/newsletter-store.ts';
export { listSubscribers } from '../newsletter/server/subscribers.ts';
export { nextAt } from '../notifications/model/delivery.ts';
export { mailAddSearch, mailConfirmAddress } from '../notifications/server/notification-mails.ts';
export { personOfKey, setMuted } from '../notifications/server/notification-settings.ts';
export { deleteOldNotifications } from '../notifications/server/notification-store.ts';
export { type NewsFor, notify } from '../notifications/server/notify.ts';
export {
  addressWithoutAccount,
  deleteUnconfirmedPeople,
  hoursOfPerson,
  peopleOfAddress,
  personOfUser,
} from '../notifications/server/person-store.ts';
export {
  allBankAccounts,
  bankAccountInForce,
  foreignAccounts,
  pendingBankAccount,
  peopleToTell,
} from '../operator/server/bank-account-store.ts';
export { mayIssueInvoices } from '../operator/server/bank-accounts.ts';
export { readOperator } from '../operator/server/operator.ts';
