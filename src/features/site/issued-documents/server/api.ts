/** The server functions and types of this feature that other features may import. */
export type { DocumentDeps } from './document-deps.ts';
export {
  currentDocumentsOf,
  documentsOf,
  documentsOfSubject,
  endedFor,
  type StoredDocument,
  type Subject,
} from './document-store.ts';
export { type ClaimedFigures, canonicalJson, type DocumentRequest, issueDocument } from './issue-document.ts';
export { downloadOf } from './render-document.ts';
export { accountNoticeOf } from './verify-document.ts';
