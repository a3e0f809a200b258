import { useEffect, useState, useSyncExternalStore } from 'react';
import type { SellValues } from '#features/catalog/listings/model/listing-form.ts';
import type { SellContent } from '../model/sell-draft.ts';
import { finishedPhotos, PhotoUploads } from './photo-uploads.ts';
import { shrinkPhoto } from './shrink-photo.ts';
import { uploadPhoto } from './upload-files.ts';

export function useSellPhotos(start: SellContent) {
  const [values, setValues] = useState(start.values);
  const [report, setReport] = useState(start.report);
  const [uploads] = useState(() => new PhotoUploads(IN_THE_BROWSER, start.photos));
  const photos = useSyncExternalStore(uploads.subscribe, uploads.photos, uploads.photos);
  useEffect(() => {
    addEventListener('online', uploads.retryAfterNetworkError);
    return () => {
      removeEventListener('online', uploads.retryAfterNetworkError);
      uploads.close();
    };
  }, [uploads]);
  const change = (part: Partial<SellValues>) => setValues((before) => ({ ...before, ...part }));
  const replace = (next: SellContent) => {
    setValues(next.values);
    setReport(next.report);
    uploads.replace(next.photos);
  };
  return { content: { values, report, photos: finishedPhotos(photos) }, change, setReport, replace, uploads };
}

const IN_THE_BROWSER = {
  shrink: shrinkPhoto,
  send: uploadPhoto,
  preview: (file: File) => URL.createObjectURL(file),
  forgetPreview: (preview: string) => URL.revokeObjectURL(preview),
};
