import { useEffect, useState, useSyncExternalStore } from 'react';
import type { SellValues } from '#features/listings/model/listing-form.ts';
import type { SellContent } from '../model/sell-draft.ts';
import { finishedPhotos, PhotoUploads } from './photo-uploads.ts';
import { shrinkPhoto } from './shrink-photo.ts';
import { uploadPhoto } from './upload-files.ts';

export function useSellPhotos(start: SellContent) {
  const [values, setValues] = useState(start.values);
  const [report, setReport] = useState(start.report);
  const [tray] = useState(() => new PhotoUploads(IN_THE_BROWSER, start.photos));
  const photos = useSyncExternalStore(tray.subscribe, tray.photos, tray.photos);
  useEffect(() => {
    addEventListener('online', tray.retryAfterNetworkError);
    return () => {
      removeEventListener('online', tray.retryAfterNetworkError);
      tray.close();
    };
  }, [tray]);
  const change = (part: Partial<SellValues>) => setValues((before) => ({ ...before, ...part }));
  const replace = (next: SellContent) => {
    setValues(next.values);
    setReport(next.report);
    tray.replace(next.photos);
  };
  return { content: { values, report, photos: finishedPhotos(photos) }, change, setReport, replace, tray };
}

const IN_THE_BROWSER = {
  shrink: shrinkPhoto,
  send: uploadPhoto,
  preview: (file: File) => URL.createObjectURL(file),
  forgetPreview: (preview: string) => URL.revokeObjectURL(preview),
};
