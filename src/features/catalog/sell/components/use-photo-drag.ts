import { useState } from 'react';
import type { UploadedPhoto } from '../client/photo-uploads.ts';

/** Data attributes of the mouse handle, the touch handle and the photo's position in the list. */
export const HANDLE = 'data-photo-handle';
export const GRIP = 'data-photo-grip';
export const PHOTO = 'data-photo';

/**
 * Reorders photos by dragging with a mouse or finger. The list captures the pointer, because a moved photo would lose
 * it.
 */
export function usePhotoDrag(photos: readonly UploadedPhoto[], move: (id: number, to: number) => void) {
  const [dragged, setDragged] = useState<number | null>(null);
  const end = () => setDragged(null);
  const list = {
    onPointerDown(event: React.PointerEvent<HTMLElement>) {
      const handle = (event.target as Element).closest(`[${event.pointerType === 'mouse' ? HANDLE : GRIP}]`);
      if (!handle || event.button !== 0) return;
      setDragged(photoOf(handle));
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove({ clientX, clientY }: React.PointerEvent<HTMLElement>) {
      if (dragged === null) return;
      const over = photoOf(document.elementFromPoint(clientX, clientY));
      const to = photos.findIndex((photo) => photo.id === over);
      if (to >= 0 && over !== dragged) move(dragged, to);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
  return { dragged, list };
}

function photoOf(element: Element | null): number {
  return Number(element?.closest(`[${PHOTO}]`)?.getAttribute(PHOTO) ?? -1);
}
