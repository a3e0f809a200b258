import { useState } from 'react';
import type { UploadedPhoto } from '../client/photo-uploads.ts';

/** What marks the handle of a photo for a mouse, the one for a finger, and the photo's place in the list. */
export const HANDLE = 'data-photo-handle';
export const GRIP = 'data-photo-grip';
export const PHOTO = 'data-photo';

/**
 * Lets photos be dragged to another place, with a mouse or a finger. The list holds the pointer: a photo that moves
 * would lose it.
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
