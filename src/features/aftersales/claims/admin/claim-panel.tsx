import { Link } from 'react-router';
import { FileOpenings } from '#features/shipping/shipments/admin/file-openings.tsx';
import type { FileOpening } from '#features/shipping/shipments/model/file-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { SidePanel } from '#ui/admin/side-panel.tsx';
import { TEXT_LINK } from '#ui/text-link.ts';
import { UtcTime } from '#ui/utc-time.tsx';
import { ClaimMoney } from '../components/claim-details.tsx';
import { ClaimStatements } from '../components/claim-statements.tsx';
import type { AdminClaimResponse } from '../model/admin-claim-contract.ts';
import { DecisionForm } from './decision-form.tsx';
import { QuestionForm } from './question-form.tsx';

type ClaimPanelProps = { claim: AdminClaimResponse | null; openings: FileOpening[] | null };

/** A claim with the evidence of both sides and who opened it, and the form that decides it. */
export function ClaimPanel({ claim: shown, openings }: ClaimPanelProps) {
  const t = useTranslator();
  const number = shown?.claim.order.number ?? '';
  return (
    <SidePanel title={t('admin.claims.title.one', { number })} open={shown !== null}>
      {shown && (
        <div className="grid gap-5">
          <div className="grid gap-1">
            <p className="font-semibold">
              {t(`claims.kind.${shown.claim.kind}`)} · {t.list(shown.claim.cars.map(({ name }) => name))}
            </p>
            <p>{t('admin.claims.parties', { buyer: shown.buyer, sellers: t.list(shown.sellers) })}</p>
            <Link
              to={`${paths.adminOrders}?view=${shown.claim.order.id}`}
              className={`${TEXT_LINK} justify-self-start`}
            >
              {t('admin.claims.order', { number })}
            </Link>
          </div>
          <ClaimMoney claim={shown.claim} />
          <section className="grid gap-2">
            <h3 className="text-lg">{t('claims.evidence')}</h3>
            <ClaimStatements claim={shown.claim} to="office" />
            {openings && <FileOpenings openings={openings} />}
          </section>
          {shown.may_ask && (
            <section className="grid gap-3">
              <h3 className="text-lg">{t('admin.claims.ask')}</h3>
              <QuestionForm key={shown.claim.questions.length} claim={shown.claim.id} />
            </section>
          )}
          {shown.claim.decision && (
            <section className="grid gap-2">
              <h3 className="text-lg">{t('admin.claims.decision')}</h3>
              <p className="font-semibold">
                {t('claims.decision.split', {
                  buyer: t.cents(shown.claim.decision.to_buyer_cents),
                  seller: t.cents(shown.claim.decision.to_seller_cents),
                })}
              </p>
              <p className="wrap-anywhere whitespace-pre-line">{shown.claim.decision.reason}</p>
            </section>
          )}
          {shown.may_decide && (
            <section className="grid gap-3">
              <h3 className="text-lg">{t('admin.claims.decide')}</h3>
              {shown.claim.state === 'decided' && <p>{t('claims.decided.text')}</p>}
              <DecisionForm key={shown.claim.id} claim={shown} />
            </section>
          )}
          <section className="grid gap-2">
            <h3 className="text-lg">{t('admin.claims.history')}</h3>
            <ol className="grid gap-1">
              {shown.moves.map(({ to, actor, at }) => (
                <li key={at + to} className="flex flex-wrap justify-between gap-x-4">
                  <span>
                    {t(`claims.state.${to}`)} · {t(`admin.claims.by.${actor}`)}
                  </span>
                  <span className="text-ink-soft text-sm">
                    <UtcTime time={at} />
                  </span>
                </li>
              ))}
            </ol>
          </section>
        </div>
      )}
    </SidePanel>
  );
}
