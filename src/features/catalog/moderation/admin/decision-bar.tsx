import { useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { listingName } from '#features/catalog/listings/model/listing-name.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ActionForm } from '#ui/forms/action-form.tsx';
import { CheckField } from '#ui/forms/check-field.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { TextAreaField } from '#ui/forms/text-area-field.tsx';
import { REASONS } from '../client/admin-listing-actions.ts';
import type { AdminListingResponse } from '../model/admin-listing-contract.ts';
import { useShortcuts } from './use-shortcuts.ts';

type Refusal = 'return' | 'reject';
type DecisionBarProps = { listing: AdminListingResponse; next: number | null };

/** The decisions on a listing, each with a button and a keyboard shortcut. */
export function DecisionBar({ listing, next }: DecisionBarProps) {
  const t = useTranslator();
  const navigate = useNavigate();
  const bar = useRef<HTMLElement>(null);
  const [refusing, setRefusing] = useState<Refusal | null>(null);
  const search = next === null ? '' : `?listing=${next}`;
  const shortcuts = useMemo(
    () => ({
      a: () => bar.current?.querySelector('form')?.requestSubmit(),
      r: () => setRefusing('return'),
      x: () => setRefusing('reject'),
      n: () => navigate({ search }),
    }),
    [navigate, search],
  );
  const { enabled, setEnabled } = useShortcuts(shortcuts);
  const key = (letter: string) => enabled && <Key letter={letter} />;
  return (
    <section
      ref={bar}
      aria-label={t('moderate.decide')}
      className="sticky bottom-0 z-10 flex flex-wrap items-center gap-2 border-line border-t bg-ground py-3"
    >
      <ActionForm name="decide approve" className="contents">
        <Decided listing={listing} next={next} />
        <SubmitButton busy={t('moderate.approving')} aria-keyshortcuts={enabled ? 'a' : undefined}>
          <span className="inline-flex items-center gap-2">
            {t('moderate.approve')}
            {key('A')}
          </span>
        </SubmitButton>
      </ActionForm>
      <Button
        onClick={() => setRefusing('return')}
        aria-keyshortcuts={enabled ? 'r' : undefined}
        className="noscript:hidden"
      >
        {t('moderate.return')}
        {key('R')}
      </Button>
      <Button
        kind="danger"
        onClick={() => setRefusing('reject')}
        aria-keyshortcuts={enabled ? 'x' : undefined}
        className="noscript:hidden"
      >
        {t('moderate.reject')}
        {key('X')}
      </Button>
      <LinkButton to={{ search }} aria-keyshortcuts={enabled ? 'n' : undefined}>
        {t('moderate.skip')}
        {key('N')}
      </LinkButton>
      <div className="ms-auto noscript:hidden max-md:hidden">
        <CheckField
          name="shortcuts"
          label={t('moderate.shortcuts')}
          checked={enabled}
          onChange={(event) => setEnabled(event.target.checked)}
        />
      </div>
      {(['return', 'reject'] as const).map((refusal) => (
        <RefusalDialog
          key={refusal}
          refusal={refusal}
          listing={listing}
          next={next}
          open={refusing === refusal}
          onClose={() => setRefusing((open) => (open === refusal ? null : open))}
        />
      ))}
    </section>
  );
}

function Key({ letter }: { letter: string }) {
  return (
    <span aria-hidden="true" className="rounded-sm border border-current px-1.5 text-sm max-md:hidden">
      {letter}
    </span>
  );
}

function Decided({ listing, next }: DecisionBarProps) {
  return (
    <>
      <input type="hidden" name="id" value={listing.listing_id} />
      <input type="hidden" name="version" value={listing.version} />
      {next !== null && <input type="hidden" name="next" value={next} />}
    </>
  );
}

type RefusalDialogProps = DecisionBarProps & { refusal: Refusal; open: boolean; onClose: () => void };

/** Asks for the reasons, which are sent to the seller. */
function RefusalDialog({ refusal, listing, next, open, onClose }: RefusalDialogProps) {
  const t = useTranslator();
  const busy = t(refusal === 'return' ? 'moderate.returning' : 'moderate.rejecting');
  return (
    <Dialog
      title={t(`moderate.${refusal}.title`, { car: listingName(listing) })}
      open={open}
      onClose={onClose}
      holdsForm
    >
      <ActionForm name={`decide ${refusal}`} onDone={onClose}>
        <Decided listing={listing} next={next} />
        <p>{t(`moderate.${refusal}.text`)}</p>
        <fieldset className="grid">
          <legend className="font-semibold">{t('moderate.reasons')}</legend>
          {REASONS[refusal].map((reason) => (
            <CheckField key={reason} name={reason} label={t(`moderate.reason.${reason}`)} />
          ))}
        </fieldset>
        <TextAreaField name="own" label={t('moderate.reasons.own')} maxLength={500} rows={3} />
        <div className="flex flex-wrap gap-2">
          <SubmitButton kind={refusal === 'reject' ? 'danger' : 'action'} busy={busy}>
            {t(`moderate.${refusal}`)}
          </SubmitButton>
          <Button onClick={onClose}>{t('admin.confirm.cancel')}</Button>
        </div>
      </ActionForm>
    </Dialog>
  );
}
