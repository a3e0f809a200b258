import { AppError } from '#lib/app-error.ts';
import { userOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import type { UploadedFile } from '#lib/server/http/uploads/multipart.ts';
import { mediaCalls } from '../../site-calls.ts';
import { mediaContract } from '../model/media-contract.ts';
import { displayFileName } from '../model/upload.ts';
import { acceptDocument, acceptPhoto, type MediaDeps } from './accept-upload.ts';

export function mediaEndpoints(deps: MediaDeps): Endpoint[] {
  const sent = { access: 'user' } as const;
  return [
    endpoint(mediaCalls.sendPhoto, mediaContract.sendPhoto, {
      ...sent,
      summary: 'Upload a photo (JPEG, PNG, GIF, WebP or AVIF) for a listing',
      upload: { files: { image: { most: 1 } } },
      handle: async ({ files, caller }) => {
        const photo = await acceptPhoto(deps, userOf(caller).id, onlyFile(files));
        return { flag: '1' as const, ...photo, url: `/media/${photo.key}` };
      },
    }),
    endpoint(mediaCalls.sendDocument, mediaContract.sendDocument, {
      ...sent,
      summary: 'Upload a report (PDF or picture) for a listing',
      upload: { files: { report: { most: 1 } } },
      handle: async ({ files, caller }) => {
        const file = onlyFile(files);
        const { key } = await acceptDocument(deps, userOf(caller).id, file);
        return { flag: '1' as const, key, name: displayFileName(file.filename) };
      },
    }),
  ];
}

function onlyFile([file]: UploadedFile[]): UploadedFile {
  if (!file) throw new AppError('malformed', 'no file', { messageKey: 'media.noFile' });
  return file;
}
