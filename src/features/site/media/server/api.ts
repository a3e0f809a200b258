/** The server functions and types of this feature that other features may import. */
export { acceptDocument, acceptPhoto, type EvidenceFile, readEvidence, readFileOfUser } from './accept-upload.ts';
export type { CardContent, CardNote } from './draw-share-card.ts';
export type { MediaDeps } from './media-deps.ts';
export { firstBytes, hasPdfEnd } from './media-files.ts';
export { copiesOfPhotos, photoPlaceholders, rejectForeignUploads } from './my-uploads.ts';
export { type PurgeDeps, purgeUploads } from './purge-uploads.ts';
export type { PhotoCopies } from './upload-store.ts';
