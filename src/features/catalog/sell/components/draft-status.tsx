import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { loginPath } from '#lib/pages/page-handlers.ts';
import { Button, TEXT_LINK } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Icon } from '#ui/icon.tsx';
import type { AutosaveState } from '../client/draft-autosave.ts';

type DraftStatusProps = {
  /** When the restored draft was saved. */
  from: string | null;
  saveState: AutosaveState;
  onStartAgain: () => void;
};

/** Shows whether and where the typed values are saved. */
export function DraftStatus({ from, saveState, onStartAgain }: DraftStatusProps) {
  const t = useTranslator();
  const [isConfirming, setConfirming] = useState(false);
  return (
    <div className="grid gap-2">
      {from !== null && (
        <p className="flex flex-wrap items-center gap-x-4">
          <span>{t('sell.draft.from', { time: t.utcTime(from) })}</span>
          <button type="button" onClick={() => setConfirming(true)} className={TEXT_LINK}>
            {t('sell.draft.again')}
          </button>
        </p>
      )}
      <div role="status" className="text-ink-soft text-sm empty:hidden">
        {saveState === 'local' && <Waiting>{t('sell.draft.here')}</Waiting>}
        {saveState === 'signed-out' && <SignedOut />}
      </div>
      <Dialog title={t('sell.draft.again')} open={isConfirming} onClose={() => setConfirming(false)}>
        <div className="grid justify-items-start gap-4">
          <p>{t('sell.draft.againText')}</p>
          <Button kind="danger" onClick={onStartAgain}>
            {t('sell.draft.againYes')}
          </Button>
        </div>
      </Dialog>
    </div>
  );
}

function SignedOut() {
  const t = useTranslator();
  const location = useLocation();
  return (
    <Waiting>
      {t('sell.draft.signedOut')}{' '}
      <Link to={loginPath(location)} className={TEXT_LINK}>
        {t('sell.draft.login')}
      </Link>
    </Waiting>
  );
}

function Waiting({ children }: { children: React.ReactNode }) {
  return (
    <p className="flex items-start gap-2 rounded-md bg-waiting-ground p-3 text-waiting">
      <Icon name="warning" className="mt-px size-5" />
      <span>{children}</span>
    </p>
  );
}
