type Size = { width: number; height: number };

/** Scales a size so that its longer side is at most `longest`. Never enlarges. */
export function fitSize({ width, height }: Size, maxSide: number): Size {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

type Connection = { saveData?: boolean };

const SIZE = { maxSide: 1_920, quality: 0.85 };
/** Used if the browser is set to save data. */
const SMALL = { maxSide: 1_280, quality: 0.7 };

/**
 * Converts a photo to an upright JPEG, no larger than a screen can show. Returns the original if it is a GIF, if the
 * browser cannot decode it, or if the result would have the same width and not be smaller.
 */
export async function shrinkPhoto(file: File): Promise<Blob> {
  if (file.type === 'image/gif') return file;
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const { maxSide, quality } = savesData() ? SMALL : SIZE;
    const size = fitSize(bitmap, maxSide);
    const blob = await drawJpeg(bitmap, size, quality);
    const asWide = size.width === bitmap.width;
    bitmap.close();
    return blob === null || (asWide && blob.size >= file.size) ? file : blob;
  } catch {
    return file;
  }
}

/** Draws on white, because JPEG has no transparency. */
function drawJpeg(bitmap: ImageBitmap, { width, height }: Pick<ImageBitmap, 'width' | 'height'>, quality: number) {
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
