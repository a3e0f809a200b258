import { open } from 'node:fs/promises';
import { SIGNATURE_BYTES } from '../model/picture-kind.ts';
import type { PictureVariant } from '../model/picture-variant.ts';

/** Where the file store has what belongs to a picture's key. */
export const pictureFolder = (key: string) => `pictures/${key}`;
export const masterFile = (key: string) => `${pictureFolder(key)}/master.jpg`;
export const renderingFile = (key: string, { width, quality, format }: PictureVariant) =>
  `${pictureFolder(key)}/${width}-${quality}.${format}`;

/** Where it has a report, and the forms that one may have. */
export const reportFolder = (key: string) => `documents/${key}`;
export const reportFile = (key: string, format: ReportFormat) => `${reportFolder(key)}/report.${format}`;
export const REPORT_FORMATS = ['pdf', 'jpg'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** The bytes at the start of a file that tell what it is. */
export async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SIGNATURE_BYTES), 0, SIGNATURE_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
