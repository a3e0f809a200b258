import { fitted } from '../model/photo-size.ts';

type Connection = { saveData?: boolean };

const SIZE = { longest: 1_920, quality: 0.85 };
/** For people who asked their browser to save data. */
const SMALL = { longest: 1_280, quality: 0.7 };

/**
 * A photo as it is sent: upright, no larger than a screen can show, as JPEG. A GIF, what this browser cannot read, and what would
 * only grow go as they are.
 */
export async function shrinkPhoto(file: File): Promise<Blob> {
  if (file.type === 'image/gif') return file;
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const { longest, quality } = savesData() ? SMALL : SIZE;
    const size = fitted(bitmap, longest);
    const blob = await painted(bitmap, size, quality);
    const asWide = size.width === bitmap.width;
    bitmap.close();
    return blob === null || (asWide && blob.size >= file.size) ? file : blob;
  } catch {
    return file;
  }
}

/** What is transparent becomes white: JPEG knows no transparency. */
function painted(bitmap: ImageBitmap, { width, height }: Pick<ImageBitmap, 'width' | 'height'>, quality: number) {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  context.imageSmoothingQuality = 'high';
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.drawImage(bitmap, 0, 0, width, height);
  return new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
}

function savesData(): boolean {
  return (navigator as Navigator & { connection?: Connection }).connection?.saveData === true;
}
