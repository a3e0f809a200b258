import { open } from 'node:fs/promises';
import type { PictureVariant } from '../model/picture-variant.ts';
import { SIGNATURE_BYTES } from '../model/upload.ts';

/** Paths of a picture's files in the file store. */
export const pictureFolder = (key: string) => `pictures/${key}`;
export const masterFile = (key: string) => `${pictureFolder(key)}/master.jpg`;
export const renderingFile = (key: string, { width, quality, format }: PictureVariant) =>
  `${pictureFolder(key)}/${width}-${quality}.${format}`;
/** Returns true for renderings, which can be recreated from their source. */
export const isRendering = (key: string) => /^pictures\/[^/]+\/\d+-/.test(key);

/** Paths and formats of a report in the file store. */
export const reportFolder = (key: string) => `documents/${key}`;
export const reportFile = (key: string, format: ReportFormat) => `${reportFolder(key)}/report.${format}`;
export const REPORT_FORMATS = ['pdf', 'jpg'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** Reads the bytes that identify the type of a file. */
export function firstBytes(path: string): Promise<Buffer> {
  return bytesAt(path, 0, SIGNATURE_BYTES);
}

/** Readers of PDFs look for the end mark in as many bytes. */
const PDF_END_BYTES = 1_024;

/** Returns true if a PDF of `bytes` bytes has its end mark, which a broken transfer cuts off. */
export async function hasPdfEnd(path: string, bytes: number): Promise<boolean> {
  return (await bytesAt(path, Math.max(bytes - PDF_END_BYTES, 0), PDF_END_BYTES)).includes('%%EOF');
}

async function bytesAt(path: string, position: number, length: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
