import { useEffect, useId, useRef } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon } from './icon.tsx';
import { enterDialog } from './open-dialogs.ts';

const FIELDS = 'input:not([type=hidden], [readonly]), select, textarea';

type DialogProps = {
  title: string;
  open: boolean;
  onClose(): void;
  /** Stands at the side, as tall as the screen. */
  atSide?: boolean;
  /** Is not closed by a press beside it, for something may have been typed. */
  holdsForm?: boolean;
  children: React.ReactNode;
};

const FRAME = 'overflow-hidden border border-line bg-surface p-0 text-ink shadow-float backdrop:bg-quay/60';
const CENTRED = 'm-auto max-h-[88dvh] w-[min(44rem,calc(100%-2rem))] rounded-lg';
const AT_SIDE = 'my-0 ms-auto me-0 h-dvh max-h-dvh w-[min(36rem,100%)] max-w-full';

/**
 * A modal dialog on the browser's own element: focus stays inside and begins at the first field; Escape and a press beside it
 * close it.
 */
export function Dialog({ title, open, onClose, atSide = false, holdsForm = false, children }: DialogProps) {
  const t = useTranslator();
  const titleId = useId();
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = element.current;
    if (!open || !dialog) return dialog?.close();
    dialog.showModal();
    dialog.querySelector<HTMLElement>(FIELDS)?.focus();
    return enterDialog(dialog);
  }, [open]);
  // The browser also tells of a close that was asked for here, and later: by then another dialog may be open in its place.
  const closedByPerson = () => open && onClose();
  const closeBeside = (event: React.MouseEvent) => !holdsForm && event.target === element.current && onClose();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog natively
    <dialog
      ref={element}
      aria-labelledby={titleId}
      onClose={closedByPerson}
      onClick={closeBeside}
      className={`${FRAME} ${atSide ? AT_SIDE : CENTRED}`}
    >
      <div className={`flex flex-col ${atSide ? 'h-full' : 'max-h-[88dvh]'}`}>
        <div className="flex items-center justify-between gap-4 border-line border-b py-2 ps-5 pe-2">
          <h2 id={titleId} className="text-lg">
            {title}
          </h2>
          <button
            type="button"
            onClick={onClose}
            aria-label={t('ui.close')}
            className="grid size-11 place-items-center rounded-md hover:bg-sunken"
          >
            <Icon name="close" />
          </button>
        </div>
        <div className="overflow-y-auto p-5">{open && children}</div>
      </div>
    </dialog>
  );
}
