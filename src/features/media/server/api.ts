/** The server functions and types of this feature that other features may import. */
export { takeInDocument, takeInPhoto } from './accept-upload.ts';
export type { MediaTools } from './media-deps.ts';
export { keysOfSamePhotos, photoPlaceholders, refuseForeignUploads } from './my-uploads.ts';
