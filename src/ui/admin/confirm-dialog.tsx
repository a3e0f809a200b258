import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { SubmitButton } from '#ui/forms/action-form.tsx';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { ActionForm } from '../forms/action-form.tsx';

type ConfirmDialogProps = {
  title: string;
  text: string;
  open: boolean;
  onClose: () => void;
  /** Name and values of the form that runs the action. */
  form: string;
  values: Record<string, string | number>;
  /** Label of the button, and while it is busy. Default: delete. */
  confirm?: string;
  busy?: string;
  children?: React.ReactNode;
};

/** Asks for confirmation before an action that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const t = useTranslator();
  const { title, text, open, onClose, form, values, confirm, busy, children } = props;
  return (
    <Dialog title={title} open={open} onClose={onClose}>
      <ActionForm name={form} onDone={onClose}>
        {Object.entries(values).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <p>{text}</p>
        {children}
        <div className="flex flex-wrap gap-2">
          <SubmitButton kind="danger" busy={busy ?? t('admin.confirm.deleting')}>
            {confirm ?? t('admin.confirm.delete')}
          </SubmitButton>
          <Button onClick={onClose}>{t('admin.confirm.cancel')}</Button>
        </div>
      </ActionForm>
    </Dialog>
  );
}
