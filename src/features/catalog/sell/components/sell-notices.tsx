import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { AutosaveState } from '#features/catalog/sell/client/draft-autosave.ts';
import type { EditableListing } from '#features/catalog/sell/client/sell-client.ts';
import { changedFields, changesIdentity } from '#features/catalog/sell/model/sell-changes.ts';
import type { SellContent } from '#features/catalog/sell/model/sell-draft.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { loginPath } from '#lib/pages/page-handlers.ts';
import { Button, TEXT_LINK } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Icon } from '#ui/icon.tsx';

type EditNoticeProps = { listing: EditableListing; content: SellContent };

/** Shows what saving will change about the listing's status. */
export function EditNotice({ listing, content }: EditNoticeProps) {
  const t = useTranslator();
  const { state, reasons } = listing;
  const isLive = state === 'active' || state === 'paused';
  const goesBack = isLive && changesIdentity(listing, content);
  return (
    <>
      {reasons.length > 0 && (
        <div className="grid gap-2 rounded-md border border-waiting bg-waiting-ground p-4">
          <p className="font-semibold">{t('sell.edit.reasons')}</p>
          <ul className="grid list-disc gap-1 ps-5">
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </div>
      )}
      {state === 'returned' && <p>{t('sell.edit.resubmits')}</p>}
      {isLive && !goesBack && <p className="max-w-prose text-ink-soft">{t('sell.edit.review')}</p>}
      <div role="status">
        {goesBack && (
          <p className="flex gap-2 rounded-md border border-waiting bg-waiting-ground p-3 font-semibold text-waiting">
            <Icon name="warning" className="mt-0.5 size-5" />
            {t('sell.edit.goesBack')}
          </p>
        )}
      </div>
    </>
  );
}

type StaleNoticeProps = {
  /** The current listing on the server. */
  now: EditableListing;
  content: SellContent;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
};

/** Shown if the listing was changed elsewhere meanwhile. The user chooses which version to keep. */
export function StaleNotice({ now, content, onKeepMine, onTakeTheirs }: StaleNoticeProps) {
  const t = useTranslator();
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  const fields = changedFields(now.values, content.values).map((field) => t(`sell.field.${field}`));
  return (
    <div
      ref={notice}
      tabIndex={-1}
      role="alert"
      className="grid justify-items-start gap-3 rounded-md border border-waiting bg-waiting-ground p-4"
    >
      <p className="font-semibold">{t('sell.edit.stale')}</p>
      {fields.length > 0 && <p>{t('sell.edit.differs', { fields: fields.join(', ') })}</p>}
      <div className="flex flex-wrap gap-2">
        <Button kind="strong" onClick={onKeepMine}>
          {t('sell.edit.keepMine')}
        </Button>
        <Button onClick={onTakeTheirs}>{t('sell.edit.takeTheirs')}</Button>
      </div>
    </div>
  );
}

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
