import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { ConfirmPasswordDialog } from './confirm-password-dialog.tsx';

export function DownloadData({ id }: { id: number }) {
  const t = useTranslator();
  return (
    <div className="grid gap-4">
      <p className="text-ink-soft">{t('account.data.text')}</p>
      <ConfirmPasswordDialog
        name="download"
        id={id}
        kind="quiet"
        title={t('account.data.title')}
        open={t('account.data.open')}
        send={t('account.data.send')}
        sending={t('account.data.sending')}
      >
        <p>{t('account.data.text')}</p>
      </ConfirmPasswordDialog>
    </div>
  );
}

export function DeleteAccount({ id }: { id: number }) {
  const t = useTranslator();
  return (
    <div className="grid gap-4">
      <p className="text-ink-soft">{t('account.delete.text')}</p>
      <ConfirmPasswordDialog
        name="delete"
        id={id}
        title={t('account.delete.title')}
        open={t('account.delete.open')}
        send={t('account.delete.send')}
        sending={t('account.delete.sending')}
        kind="danger"
      >
        <ul className="grid list-disc gap-2 ps-5">
          <li>{t('account.delete.gone')}</li>
          <li>{t('account.delete.kept')}</li>
        </ul>
        <p className="font-semibold">{t('account.delete.final')}</p>
      </ConfirmPasswordDialog>
    </div>
  );
}
