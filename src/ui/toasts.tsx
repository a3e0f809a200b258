import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import {
  closeToast,
  currentToasts,
  noToasts,
  subscribeToToasts,
  type Toast,
  type ToastAction,
} from '#lib/pages/toast-store.ts';
import { Icon } from './icon.tsx';
import { noDialog, subscribeToDialogs, topDialog } from './open-dialogs.ts';

const SHOWN_FOR_MS = 5_000;
/** Dragged by this share of its width, a toast is dismissed. */
const DISMISS_AT = 0.8;

const UNDER_HEADER = 'sticky top-[var(--header-height,0px)] sm:fixed sm:end-0 sm:max-w-sm';
const OVER_DIALOG = 'fixed end-0 top-0 max-w-sm';

/**
 * Shows toasts at the top right, under the header or over an open dialog. On phones they push the page down, because
 * they are as wide as the screen and would cover the title.
 */
export function Toasts() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts, noToasts);
  const dialog = useSyncExternalStore(subscribeToDialogs, topDialog, noDialog);
  const cards = (
    <div
      className={`pointer-events-none z-50 grid w-full gap-2 px-4 py-2 empty:hidden ${dialog ? OVER_DIALOG : UNDER_HEADER}`}
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  );
  return dialog ? createPortal(cards, dialog) : cards;
}

function ToastCard({ toast }: { toast: Toast }) {
  const t = useTranslator();
  const [held, setHeld] = useState(false);
  const drag = useDragAway(() => closeToast(toast.id));
  const windowAway = useWindowAway();
  const paused = held || windowAway;
  useEffect(() => {
    if (paused) return;
    const timer = setTimeout(() => closeToast(toast.id), SHOWN_FOR_MS);
    return () => clearTimeout(timer);
  }, [paused, toast.id]);
  const failed = toast.kind === 'failed';
  return (
    <div
      role="alert"
      {...drag}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      className={`pointer-events-auto flex touch-pan-y items-center gap-3 rounded-lg border bg-raised ps-4 shadow-float ${failed ? 'border-danger' : 'border-verified'}`}
    >
      <span className={failed ? 'text-danger' : 'text-verified'}>
        <Icon name={failed ? 'warning' : 'check'} />
      </span>
      <p className="grow py-3">{toast.text}</p>
      {toast.action && <ActionButton toast={toast} action={toast.action} />}
      <button
        type="button"
        aria-label={t('ui.close')}
        onClick={() => closeToast(toast.id)}
        className="grid size-11 shrink-0 place-items-center rounded-md"
      >
        <Icon name="close" className="size-4" />
      </button>
    </div>
  );
}

function ActionButton({ toast, action }: { toast: Toast; action: ToastAction }) {
  const act = () => {
    closeToast(toast.id);
    action.run();
  };
  return (
    <button type="button" onClick={act} className="min-h-11 shrink-0 rounded-md px-2 font-semibold text-link underline">
      {action.label}
    </button>
  );
}

function useWindowAway(): boolean {
  const [away, setAway] = useState(false);
  useEffect(() => {
    const leave = () => setAway(true);
    const come = () => setAway(false);
    addEventListener('blur', leave);
    addEventListener('focus', come);
    return () => {
      removeEventListener('blur', leave);
      removeEventListener('focus', come);
    };
  }, []);
  return away;
}

/** Handlers that let an element be dragged sideways and away. */
function useDragAway(dismiss: () => void) {
  const from = useRef<number | null>(null);
  const moved = useRef(0);
  const settle = (event: React.PointerEvent<HTMLElement>) => {
    const { currentTarget: element } = event;
    if (from.current !== null && Math.abs(moved.current) > element.offsetWidth * DISMISS_AT) dismiss();
    element.style.translate = '';
    from.current = null;
    moved.current = 0;
  };
  return {
    onPointerDown(event: React.PointerEvent<HTMLElement>) {
      if ((event.target as Element).closest('button')) return;
      from.current = event.clientX;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: React.PointerEvent<HTMLElement>) {
      if (from.current === null) return;
      moved.current = event.clientX - from.current;
      event.currentTarget.style.translate = `${moved.current}px`;
    },
    onPointerUp: settle,
    onPointerCancel: settle,
  };
}
