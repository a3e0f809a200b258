import { useState } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ActionForm } from '#ui/forms/action-form.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import type { MyListingResponse } from '../../model/sell-contract.ts';

type ListingActionsProps = { listing: MyListingResponse; name: string };

export function ListingActions({ listing, name }: ListingActionsProps) {
  const t = useTranslator();
  const may = (move: string) => listing.moves.includes(move);
  const named = (move: string) => t('sell.move.named', { move, car: name });
  if (listing.moves.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2 max-sm:col-span-full">
      {may('edit') && (
        <LinkButton
          to={`${paths.sell}?${new URLSearchParams({ edit: String(listing.listing_id) })}`}
          aria-label={named(t('sell.move.edit'))}
        >
          {t('sell.move.edit')}
        </LinkButton>
      )}
      {may('pause') && (
        <MoveForm move="pause" listing={listing}>
          <SubmitButton kind="quiet" busy={t('sell.move.pausing')} aria-label={named(t('sell.move.pause'))}>
            {t('sell.move.pause')}
          </SubmitButton>
        </MoveForm>
      )}
      {may('resume') && (
        <MoveForm move="resume" listing={listing}>
          <SubmitButton kind="quiet" busy={t('sell.move.resuming')} aria-label={named(t('sell.move.resume'))}>
            {t('sell.move.resume')}
          </SubmitButton>
        </MoveForm>
      )}
      {may('sold') && <ConfirmedAction move="sold" busy={t('sell.move.selling')} listing={listing} name={name} />}
      {may('delete') && <ConfirmedAction move="delete" busy={t('sell.move.deleting')} listing={listing} name={name} />}
    </div>
  );
}

type MoveFormProps = {
  move: 'pause' | 'resume' | 'sold' | 'delete';
  listing: MyListingResponse;
  children: React.ReactNode;
};

function MoveForm({ move, listing, children }: MoveFormProps) {
  return (
    <ActionForm name={`listing ${move}`} className="grid gap-2">
      <input type="hidden" name="listing" value={listing.listing_id} />
      <input type="hidden" name="version" value={listing.version} />
      {children}
    </ActionForm>
  );
}

type ConfirmedActionProps = ListingActionsProps & { move: 'sold' | 'delete'; busy: string };

/** Asks for confirmation. Needs JavaScript, so the button is hidden without it. */
function ConfirmedAction({ move, busy, listing, name }: ConfirmedActionProps) {
  const t = useTranslator();
  const [isConfirming, setConfirming] = useState(false);
  const stop = () => setConfirming(false);
  const kind = move === 'delete' ? 'danger' : 'quiet';
  return (
    <div className="noscript:hidden">
      <Button
        kind={kind}
        aria-label={t('sell.move.named', { move: t(`sell.move.${move}`), car: name })}
        onClick={() => setConfirming(true)}
      >
        {t(`sell.move.${move}`)}
      </Button>
      <Dialog title={t(`sell.move.${move}.title`, { car: name })} open={isConfirming} onClose={stop}>
        <MoveForm move={move} listing={listing}>
          <p>{t(`sell.move.${move}.text`)}</p>
          <div className="mt-2 flex flex-wrap gap-2">
            <SubmitButton kind={move === 'delete' ? 'danger' : 'action'} busy={busy}>
              {t(`sell.move.${move}`)}
            </SubmitButton>
            <Button onClick={stop}>{t('sell.move.keep')}</Button>
          </div>
        </MoveForm>
      </Dialog>
    </div>
  );
}
