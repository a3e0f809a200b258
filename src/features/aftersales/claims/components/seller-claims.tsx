import { useId } from 'react';
import { Link } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { LinkButton } from '#ui/button.tsx';
import { TEXT_LINK } from '#ui/text-link.ts';
import { claimPath } from '../client/claim-client.ts';
import type { ClaimResponse, ClaimSummary } from '../model/claim-contract.ts';
import { ClaimBadge } from './claim-badge.tsx';
import { NextStep, StatementForm } from './claim-details.tsx';
import { ClaimStatements } from './claim-statements.tsx';

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
