import { useEffect, useId, useRef } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon } from './icon.tsx';
import { registerDialog } from './open-dialogs.ts';

const FIELDS = 'input:not([type=hidden], [readonly]), select, textarea';

type DialogProps = {
  title: string;
  open: boolean;
  onClose(): void;
  /** Shows the dialog at the side with full height. */
  atSide?: boolean;
  /** Whether the dialog has a form; a click outside then does not close it. */
  holdsForm?: boolean;
  children: React.ReactNode;
};

const FRAME = 'overflow-hidden border border-line bg-surface p-0 text-ink shadow-float backdrop:bg-quay/60';
/** The content is lower than the frame by the height of the borders, which would otherwise cut it. */
const CENTERED_CONTENT = 'max-h-[calc(88dvh-2px)]';
const CENTERED = 'm-auto max-h-[88dvh] w-[min(44rem,calc(100%-2rem))] rounded-lg';
const AT_SIDE = 'my-0 ms-auto me-0 h-dvh max-h-dvh w-[min(36rem,100%)] max-w-full';

/**
 * A modal dialog on the native element. Focus stays inside and starts at the first field, or at the close button if that field is
 * below what is visible. Escape and a click outside close it.
 */
export function Dialog({ title, open, onClose, atSide = false, holdsForm = false, children }: DialogProps) {
  const t = useTranslator();
  const titleId = useId();
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = element.current;
    if (!open || !dialog) return dialog?.close();
    dialog.showModal();
    const field = dialog.querySelector<HTMLElement>(FIELDS);
    const isInView = field && field.getBoundingClientRect().bottom <= dialog.getBoundingClientRect().bottom;
    if (isInView) field.focus();
    return registerDialog(dialog);
  }, [open]);
  // The close event also fires, later, for a close from here. By then this dialog, or another one in its place, may be open again.
  const handleClose = () => open && !element.current?.open && onClose();
  const handleClick = (event: React.MouseEvent) => !holdsForm && event.target === element.current && onClose();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog natively
    <dialog
      ref={element}
      aria-labelledby={titleId}
      onClose={handleClose}
      onClick={handleClick}
      className={`${FRAME} ${atSide ? AT_SIDE : CENTERED}`}
    >
      <div className={`flex flex-col ${atSide ? 'h-full' : CENTERED_CONTENT}`}>
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
