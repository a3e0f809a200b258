import { AppError } from '#platform/app-error.ts';
import { userOf } from '#platform/http/caller.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import type { UploadedFile } from '#platform/http/multipart.ts';
import { documentAnswer, photoAnswer } from '../media-contract.ts';
import { shownFileName } from '../report-name.ts';
import type { MediaTools } from './media-tools.ts';
import { takeInDocument, takeInPhoto } from './take-in-upload.ts';

/** The calls by which users send photos and reports, one file each. */
export function mediaEndpoints(tools: MediaTools): Endpoint[] {
  const sent = { method: 'POST', tag: 'Pictures', access: 'user' } as const;
  return [
    endpoint({
      ...sent,
      path: '/photos',
      summary: 'Send a photo (JPEG, PNG, GIF or WebP) to show it with a car later',
      upload: { files: { image: { most: 1 } } },
      answer: photoAnswer,
      handle: async ({ files, caller }) => {
        const photo = await takeInPhoto(tools, userOf(caller).id, onlyFile(files));
        return { flag: '1' as const, ...photo, url: `/media/${photo.key}` };
      },
    }),
    endpoint({
      ...sent,
      path: '/documents',
      summary: 'Send a report (PDF or picture) to go with a car later',
      upload: { files: { report: { most: 1 } } },
      answer: documentAnswer,
      handle: async ({ files, caller }) => {
        const file = onlyFile(files);
        const { key } = await takeInDocument(tools, userOf(caller).id, file);
        return { flag: '1' as const, key, name: shownFileName(file.filename) };
      },
    }),
  ];
}

function onlyFile([file]: UploadedFile[]): UploadedFile {
  if (!file) throw new AppError('malformed', 'no file', { say: 'media.noFile' });
  return file;
}
