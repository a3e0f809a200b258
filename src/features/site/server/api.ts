/** The server functions and types that later areas and the app use. */
export { deleteMessagesOlderThan } from '../contact/server/contact-store.ts';
export { readMessages } from '../contact/server/read-messages.ts';
export type { DocumentDeps } from '../issued-documents/server/document-deps.ts';
export {
  currentDocumentsOf,
  documentsOf,
  documentsOfSubject,
  endedFor,
  type StoredDocument,
  type Subject,
} from '../issued-documents/server/document-store.ts';
export { type ClaimedFigures, canonicalJson, issueDocument } from '../issued-documents/server/issue-document.ts';
export { downloadOf } from '../issued-documents/server/render-document.ts';
export { accountNoticeOf } from '../issued-documents/server/verify-document.ts';
export {
  acceptDocument,
  acceptPhoto,
  type EvidenceFile,
  readEvidence,
  readFileOfUser,
} from '../media/server/accept-upload.ts';
export type { CardContent, CardNote } from '../media/server/draw-share-card.ts';
export type { MediaDeps } from '../media/server/media-deps.ts';
export { firstBytes, hasPdfEnd } from '../media/server/media-files.ts';
export { copiesOfPhotos, photoPlaceholders, rejectForeignUploads } from '../media/server/my-uploads.ts';
export { type PurgeDeps, purgeUploads } from '../media/server/purge-uploads.ts';
export type { PhotoCopies } from '../media/server/upload-store.ts';
export { listSubscribers } from '../newsletter/admin/server/manage-subscribers.ts';
export { deleteUnconfirmed } from '../newsletter/server/newsletter-store.ts';
export {
  allBankAccounts,
  bankAccountInForce,
  pendingBankAccount,
  peopleToTell,
} from '../operator/server/bank-account-store.ts';
export { foreignAccounts } from '../operator/server/foreign-account-store.ts';
export { mayIssueInvoices } from '../operator/server/list-bank-accounts.ts';
export { readOperator } from '../operator/server/read-operator.ts';
