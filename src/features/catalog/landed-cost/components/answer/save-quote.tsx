import { useState } from 'react';
import { Link } from 'react-router';
import type { Destination } from '#features/customs/import-rules/model/destination.ts';
import { href } from '#lib/api-client/api-call.ts';
import { browserApi, isApiFailure } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { useHydrated } from '#lib/pages/use-hydrated.ts';
import { paths } from '#paths.ts';
import { Button, TEXT_LINK } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { landedQuoteCalls } from '../../../catalog-calls.ts';
import type { MadeQuote } from '../../model/landed-cost-contract.ts';
import { type NewPrice, newPriceQuery } from '../../model/new-price.ts';

type SaveQuoteProps = { id: number; destination: Destination; newPrice: NewPrice | null };
type State = { made: MadeQuote | null; isBusy: boolean; problem: string | null };

const IDLE: State = { made: null, isBusy: false, problem: null };

/** Keeps the answer as a numbered PDF with an address to share. Needs JavaScript, so it is hidden without it. */
export function SaveQuote({ id, destination: { country, port, buyer }, newPrice }: SaveQuoteProps) {
  const t = useTranslator();
  const hydrated = useHydrated();
  const [{ made, isBusy, problem }, setState] = useState(IDLE);
  const save = async () => {
    if (isBusy) return;
    setState({ ...IDLE, isBusy: true });
    const body = { listing_id: id, country, buyer, ...(port && { port }), ...newPriceQuery(newPrice) };
    await browserApi.call(landedQuoteCalls.make, { body }).then(
      (next) => setState({ ...IDLE, made: next }),
      (error: unknown) =>
        setState({ ...IDLE, problem: isApiFailure(error) ? error.message : t('landed.quote.failed') }),
    );
  };
  if (!made) {
    return (
      <div className="grid justify-items-start gap-2 noscript:hidden">
        <Button onClick={save} disabled={!hydrated} aria-disabled={isBusy}>
          <Icon name="document" />
          {t('landed.quote.save')}
        </Button>
        <p className="max-w-prose text-ink-soft text-sm">{t('landed.quote.about')}</p>
        {problem && (
          <p role="alert" className="font-semibold text-danger text-sm">
            {problem}
          </p>
        )}
      </div>
    );
  }
  const { number, code, valid_until: validUntil } = made;
  return (
    <div role="status" className="grid justify-items-start gap-1 rounded-md border border-line p-4">
      <p className="font-semibold">{t('landed.quote.made', { number, date: t.date(validUntil, 'longDay') })}</p>
      <p className="flex flex-wrap gap-x-5">
        <a href={href(landedQuoteCalls.pdf, { params: { code } })} download className={`${TEXT_LINK} gap-2`}>
          <Icon name="document" />
          {t('landed.quote.pdf')}
        </a>
        <Link to={paths.landedQuote.replace(':code', code)} className={TEXT_LINK}>
          {t('landed.quote.link')}
        </Link>
      </p>
    </div>
  );
}
