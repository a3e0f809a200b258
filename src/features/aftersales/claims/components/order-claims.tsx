import { useId, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { listingName, type Offer } from '#features/catalog/listings/model/listing.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Button, LinkButton, TEXT_LINK } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { SubmitButton } from '#ui/forms/action-form.tsx';
import { ChoiceField } from '#ui/forms/choice-field.tsx';
import { FormContext, SelectField, TextAreaField } from '#ui/forms/fields.tsx';
import { useFileForm } from '#ui/forms/file-form.tsx';
import { Icon } from '#ui/icon.tsx';
import { claimCalls } from '../../aftersales-calls.ts';
import { claimPath } from '../client/claim-client.ts';
import type { ClaimResponse, ClaimSummary, OrderClaimsResponse } from '../model/claim-contract.ts';
import { ClaimBadge, ClaimStatements, EvidenceField, NextStep, StatementForm } from './claim-details.tsx';

/** Fragment of the part about problems. */
export const ORDER_CLAIMS = 'problem';

type Car = { listing_id: number; make: string; model: string; year: number };
type OrderClaimsProps = { orderId: number; offer: Offer; cars: Car[]; claims: OrderClaimsResponse };

/** The claims of an order, and the way to open one while there is time. */
export function OrderClaims({ orderId, offer, cars, claims: found }: OrderClaimsProps) {
  const t = useTranslator();
  const { claims, may_open: kinds, arrival_awaited: isAwaited, terms } = found;
  const title = useId();
  const [open, setOpen] = useState(false);
  const openNow = kinds.filter(({ is_open: isOpen }) => isOpen);
  if (claims.length === 0 && openNow.length === 0) return null;
  const until = openNow.find(({ until: last, kind }) => last !== null && kind !== 'not_arrived')?.until ?? null;
  return (
    <section
      id={ORDER_CLAIMS}
      aria-labelledby={title}
      className="grid scroll-mt-24 gap-3 rounded-lg border border-line bg-surface p-4 md:p-5"
    >
      <h2 id={title} className="text-lg">
        {t(openNow.length > 0 ? 'claims.block' : 'claims.seller')}
      </h2>
      {claims.length > 0 && (
        <ul className="grid gap-2">
          {claims.map((claim) => (
            <li key={claim.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Link to={claimPath(claim.id)} className={TEXT_LINK}>
                {t(`claims.kind.${claim.kind}`)}
              </Link>
              <ClaimBadge state={claim.state} />
              {claim.next_at !== null && (
                <span className="text-ink-soft text-sm">{t('claims.next', { time: t.utcTime(claim.next_at) })}</span>
              )}
            </li>
          ))}
        </ul>
      )}
      {openNow.length > 0 && (
        <>
          <p className="max-w-prose text-ink-soft">
            {until === null
              ? t(offer === 'Rent' ? 'claims.block.openRental' : 'claims.block.open', { days: terms.days })
              : t(isAwaited ? 'claims.block.arrival' : 'claims.block.until', {
                  day: t.utcDay(until),
                  days: terms.days,
                })}
          </p>
          <Button onClick={() => setOpen(true)} className="justify-self-start noscript:hidden">
            <Icon name="warning" />
            {t('claims.report')}
          </Button>
          <Dialog title={t('claims.report.title')} open={open} onClose={() => setOpen(false)} holdsForm>
            <ClaimForm orderId={orderId} cars={cars} kinds={openNow} terms={terms} onClose={() => setOpen(false)} />
          </Dialog>
        </>
      )}
    </section>
  );
}

type ClaimFormProps = {
  orderId: number;
  cars: Car[];
  kinds: OrderClaimsResponse['may_open'];
  terms: OrderClaimsResponse['terms'];
  onClose: () => void;
};

function ClaimForm({ orderId, cars, kinds, terms, onClose }: ClaimFormProps) {
  const t = useTranslator();
  const navigate = useNavigate();
  const [kind, setKind] = useState<string>(kinds[0]?.kind ?? '');
  const { state, send } = useFileForm({
    call: claimCalls.open,
    target: { params: { id: orderId } },
    files: 'evidence',
    onDone: ({ claim }) => navigate(claimPath(claim.id)),
  });
  return (
    <form noValidate onSubmit={send} className="grid gap-5">
      <FormContext value={state}>
        <p>{t('claims.report.text', { days: terms.answer_days })}</p>
        <ChoiceField
          name="kind"
          label={t('claims.report.what')}
          value={kind}
          options={kinds.map((each) => ({ value: each.kind, label: t(`claims.kind.${each.kind}`) }))}
          onChoose={setKind}
        />
        {cars.length > 1 && (
          <SelectField
            name="listing_id"
            label={t('claims.report.car')}
            defaultValue=""
            options={[
              { value: '', label: t('claims.report.allCars', { count: t.number(cars.length) }) },
              ...cars.map((car) => ({ value: String(car.listing_id), label: listingName(car) })),
            ]}
          />
        )}
        <TextAreaField
          name="text"
          label={t('claims.report.words')}
          hint={t('claims.report.wordsHint')}
          maxLength={4_000}
          rows={4}
          isPublic
        />
        <EvidenceField />
        <div className="flex flex-wrap gap-2">
          <SubmitButton kind="action" busy={t('claims.sending')}>
            {t('claims.report.send')}
          </SubmitButton>
          <Button onClick={onClose}>{t('claims.back')}</Button>
        </div>
      </FormContext>
    </form>
  );
}

type SellerClaimsProps = {
  claims: ClaimSummary[];
  /** The one that is not ended. */
  open: ClaimResponse | null;
};

/** The claims about a seller's cars of an order: the open one with its evidence, its next date and the answer, and links to the others. */
export function SellerClaims({ claims, open }: SellerClaimsProps) {
  const t = useTranslator();
  const title = useId();
  if (claims.length === 0) return null;
  const ended = claims.filter(({ id }) => id !== open?.id);
  return (
    <section aria-labelledby={title} className="grid gap-4 rounded-lg border border-line bg-surface p-4 md:p-6">
      <h2 id={title} className="text-lg">
        {t('claims.seller')}
      </h2>
      {open && (
        <div className="grid gap-4">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-semibold">{t(`claims.kind.${open.kind}`)}</span>
            <ClaimBadge state={open.state} />
            <span className="text-ink-soft">{t.list(open.cars.map(({ name }) => name))}</span>
          </p>
          <NextStep claim={open} />
          <ClaimStatements claim={open} />
          {open.may.answer && (
            <>
              <h3 className="font-semibold">{t('claims.answer')}</h3>
              <StatementForm claim={open} />
            </>
          )}
          <LinkButton to={claimPath(open.id)} className="justify-self-start">
            {t('claims.see')}
          </LinkButton>
        </div>
      )}
      {ended.length > 0 && (
        <ul className="grid gap-2">
          {ended.map(({ id, kind, state }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Link to={claimPath(id)} className={TEXT_LINK}>
                {t(`claims.kind.${kind}`)}
              </Link>
              <ClaimBadge state={state} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
