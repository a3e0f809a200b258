import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { CarGallery } from '#features/catalog/listings/components/gallery/car-gallery.tsx';
import { listingName } from '#features/catalog/listings/model/listing.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { BankDetailsWarning } from '#ui/bank-details/bank-details-warning.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { CheckField } from '#ui/forms/check-field.tsx';
import { TextAreaField } from '#ui/forms/fields.tsx';
import { REASONS } from '../client/admin-listing-client.ts';
import type { AdminListingResponse, ReviewResponse } from '../model/admin-listing-contract.ts';
import { ListingFacts } from './listing-details.tsx';
import {
  ChangesPanel,
  DuplicatesPanel,
  MissingPanel,
  ModerationPanel,
  NamesPanel,
  SellerPanel,
  VinPanel,
} from './listing-review-panels.tsx';

/**
 * A listing in review with all facts for the decision. Focuses each new listing, so that screen readers announce it.
 */
export function ListingReview({ review }: { review: ReviewResponse }) {
  const t = useTranslator();
  const { listing, next, vin, twins, seller } = review;
  const name = listingName(listing);
  const heading = useFocusOnNext(listing.listing_id);
  return (
    <article className="grid gap-4">
      <h2 ref={heading} tabIndex={-1} className="wrap-anywhere text-2xl">
        {name}
      </h2>
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)] xl:grid-rows-[auto_1fr]">
        <div className="grid min-w-0 gap-4">
          {listing.images.length > 0 ? (
            <CarGallery key={listing.listing_id} images={listing.images} car={name} />
          ) : (
            <p className="rounded-lg border border-line bg-sunken p-8 text-center">{t('moderate.photos.none')}</p>
          )}
          <ModerationPanel title={t('moderate.description')}>
            <p className="wrap-anywhere whitespace-pre-line">{listing.description ?? t('car.description.none')}</p>
            <BankDetailsWarning text={listing.description} to="office" />
          </ModerationPanel>
        </div>
        {/* Before the long facts on a phone, beside them on a wide screen. */}
        <div className="grid min-w-0 gap-4 xl:col-start-2 xl:row-span-2 xl:row-start-1">
          <ChangesPanel changes={review.changes} />
          <MissingPanel listing={listing} />
          <NamesPanel listing={listing} undecided={review.undecided} />
          <VinPanel vin={vin} />
          <DuplicatesPanel twins={twins} />
          <SellerPanel seller={seller} />
        </div>
        <ModerationPanel title={t('moderate.facts')}>
          <ListingFacts listing={listing} />
        </ModerationPanel>
      </div>
      <DecisionBar key={`${listing.listing_id} ${listing.version}`} listing={listing} next={next} />
    </article>
  );
}

function useFocusOnNext(id: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const previousId = useRef(id);
  useEffect(() => {
    if (previousId.current === id) return;
    previousId.current = id;
    heading.current?.focus({ preventScroll: true });
    scrollTo({ top: 0 });
  }, [id]);
  return heading;
}

type Refusal = 'return' | 'reject';
type DecisionBarProps = { listing: AdminListingResponse; next: number | null };

/** The decisions on a listing, each with a button and a keyboard shortcut. */
function DecisionBar({ listing, next }: DecisionBarProps) {
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

const OFF = 'admin:shortcuts-off';
const TYPING = 'input, select, textarea, [contenteditable], dialog';

/**
 * Binds single keys to actions. They are disabled while typing, in dialogs, and if switched off, which is stored on
 * this device.
 */
function useShortcuts(shortcuts: Record<string, () => void>) {
  const [enabled, setEnabled] = useEnabled();
  useEffect(() => {
    if (!enabled) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey, repeat } = event;
      if (altKey || ctrlKey || metaKey || repeat || (target as Element).closest?.(TYPING)) return;
      const shortcut = shortcuts[key.toLowerCase()];
      if (!shortcut) return;
      event.preventDefault();
      shortcut();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [shortcuts, enabled]);
  return { enabled, setEnabled };
}

const subscribeNever = () => () => {};

function useEnabled(): [boolean, (enabled: boolean) => void] {
  const stored = useSyncExternalStore(
    subscribeNever,
    () => localStorage.getItem(OFF) === null,
    () => true,
  );
  const [chosen, setChosen] = useState<boolean>();
  const choose = (enabled: boolean) => {
    if (enabled) localStorage.removeItem(OFF);
    else localStorage.setItem(OFF, 'yes');
    setChosen(enabled);
  };
  return [chosen ?? stored, choose];
}
