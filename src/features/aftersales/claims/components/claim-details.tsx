import { useRevalidator } from 'react-router';
import { claimCalls } from '#features/aftersales/aftersales-calls.ts';
import { type ClaimState, isTurnOf } from '#features/aftersales/claims/model/claim.ts';
import type {
  ClaimResponse,
  QuestionResponse,
  StatementResponse,
} from '#features/aftersales/claims/model/claim-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { BankDetailsWarning } from '#ui/bank-details/bank-details-warning.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { FormContext, TextAreaField } from '#ui/forms/fields.tsx';
import { FilesField, useFileForm } from '#ui/forms/file-form.tsx';
import { SentFiles } from '#ui/forms/sent-files.tsx';
import { TitledSection } from '#ui/titled-section.tsx';
import { UtcTime } from '#ui/utc-time.tsx';

/** A claim as its buyer or seller sees it: the next step, the money, and what both sides have said. */
export function ClaimDetails({ claim }: { claim: ClaimResponse }) {
  const t = useTranslator();
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[3fr_2fr]">
      <div className="grid gap-6">
        <TitledSection title={t(claim.decision ? 'claims.decision' : 'claims.next.title')}>
          <NextStep claim={claim} />
        </TitledSection>
        <TitledSection title={t('claims.evidence')}>
          <ClaimStatements claim={claim} />
        </TitledSection>
        {(claim.may.answer || claim.may.add) && (
          <TitledSection title={t(claim.may.answer ? 'claims.answer' : 'claims.add')}>
            <StatementForm claim={claim} />
          </TitledSection>
        )}
      </div>
      <div className="grid gap-6">
        {claim.state !== 'withdrawn' && (
          <TitledSection title={t('claims.money')}>
            <ClaimMoney claim={claim} />
          </TitledSection>
        )}
        {claim.may.withdraw && (
          <TitledSection title={t('claims.withdraw')}>
            <p>{t('claims.withdraw.text')}</p>
            <ActionForm name="withdraw" className="justify-self-start">
              <SubmitButton kind="quiet" busy={t('claims.withdrawing')}>
                {t('claims.withdraw')}
              </SubmitButton>
            </ActionForm>
          </TitledSection>
        )}
      </div>
    </div>
  );
}

/** What happens next and when; after the decision, what was decided. */
export function NextStep({ claim: { state, role, next_at: next, decision } }: { claim: ClaimResponse }) {
  const t = useTranslator();
  if (decision) {
    return (
      <div className="grid gap-2">
        <p className="font-semibold">
          {t('claims.decision.split', {
            buyer: t.cents(decision.to_buyer_cents),
            seller: t.cents(decision.to_seller_cents),
          })}
        </p>
        {decision.ends_order && <p>{t('claims.decision.ends')}</p>}
        {decision.clawback_cents > 0 && (
          <p>{t('claims.decision.clawback', { amount: t.cents(decision.clawback_cents) })}</p>
        )}
        <p className="wrap-anywhere whitespace-pre-line">
          {decision.by_rule ? t('claims.decision.rule') : decision.reason}
        </p>
      </div>
    );
  }
  if (state === 'withdrawn') return <p>{t('claims.withdrawn')}</p>;
  if (state === 'decided') return <p>{t('claims.decided.text')}</p>;
  if (state === 'executed' || next === null) return null;
  const time = t.utcTime(next);
  return (
    <p>
      {isTurnOf(role, state) ? t(`claims.silence.${state}.yours`, { time }) : t(`claims.silence.${state}`, { time })}
    </p>
  );
}

/** What is frozen, and what had left before. */
export function ClaimMoney({ claim }: { claim: ClaimResponse }) {
  const t = useTranslator();
  const { frozen_cents: frozen, payout_sent_cents: paidOut, refund_sent_cents: refunded, ended_at: ended } = claim;
  const { decision } = claim;
  return (
    <dl className="grid gap-3">
      {ended === null && (
        <div className="grid gap-1">
          <dt className="text-ink-soft">{t('claims.money.frozen')}</dt>
          <dd className="figures font-semibold text-xl">{t.cents(frozen)}</dd>
          <dd className="text-sm">{t('claims.money.frozen.text')}</dd>
        </div>
      )}
      {decision && (
        <>
          <Amount name={t('claims.money.toBuyer')} cents={decision.to_buyer_cents} />
          <Amount name={t('claims.money.toSeller')} cents={decision.to_seller_cents} />
        </>
      )}
      {paidOut > 0 && <Amount name={t('claims.money.paidOut')} cents={paidOut} />}
      {refunded > 0 && <Amount name={t('claims.money.refunded')} cents={refunded} />}
    </dl>
  );
}

function Amount({ name, cents }: { name: string; cents: number }) {
  const t = useTranslator();
  return (
    <div className="grid gap-1">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="figures font-semibold">{t.cents(cents)}</dd>
    </div>
  );
}

/** The form of the answer, or of what a party adds. */
export function StatementForm({ claim: { id, may } }: { claim: ClaimResponse }) {
  const t = useTranslator();
  const { revalidate } = useRevalidator();
  const call = may.answer ? claimCalls.answer : claimCalls.add;
  const { state, send } = useFileForm({
    call,
    target: { params: { id } },
    files: 'evidence',
    onDone: () => revalidate(),
  });
  return (
    <form noValidate onSubmit={send} className="grid gap-5">
      <FormContext value={state}>
        <TextAreaField name="text" label={t('claims.words')} maxLength={4_000} rows={4} isPublic />
        <EvidenceField />
        <SubmitButton kind="action" busy={t('claims.sending')} className="md:justify-self-start">
          {t(may.answer ? 'claims.answer.send' : 'claims.add.send')}
        </SubmitButton>
      </FormContext>
    </form>
  );
}

type ClaimStatementsProps = {
  claim: Pick<ClaimResponse, 'statements' | 'questions'>;
  to?: 'reader' | 'office';
};

/** What both sides have said and shown, and what the office asked, the oldest first. */
export function ClaimStatements({ claim: { statements, questions }, to = 'reader' }: ClaimStatementsProps) {
  const said = statements.map((statement) => ({
    at: statement.at,
    element: <Statement key={`said ${statement.id}`} statement={statement} to={to} />,
  }));
  const asked = questions.map((question) => ({
    at: question.at,
    element: <Question key={`asked ${question.id}`} question={question} />,
  }));
  return (
    <ol className="grid gap-3">
      {[...said, ...asked].sort((a, b) => Date.parse(a.at) - Date.parse(b.at)).map(({ element }) => element)}
    </ol>
  );
}

function Question({ question: { to, text, at } }: { question: QuestionResponse }) {
  const t = useTranslator();
  return (
    <li className="grid gap-2 rounded-md border border-line bg-sunken p-3">
      <Head who={t(`claims.asked.${to}`)} at={at} />
      <p className="wrap-anywhere whitespace-pre-line">{text}</p>
    </li>
  );
}

function Statement({ statement, to }: { statement: StatementResponse; to: 'reader' | 'office' }) {
  const t = useTranslator();
  const { kind, author, text, at, files } = statement;
  return (
    <li className="grid gap-2 rounded-md border border-line p-3">
      <Head who={t(kind === 'evidence' ? `claims.said.evidence.${author}` : `claims.said.${kind}`)} at={at} />
      <p className="wrap-anywhere whitespace-pre-line">{text || t('claims.said.nothing')}</p>
      <BankDetailsWarning text={text} to={to} />
      <SentFiles
        files={files}
        nameOf={(format, number) => t(format === 'jpg' ? 'claims.file.photo' : 'claims.file.pdf', { number })}
      />
    </li>
  );
}

function Head({ who, at }: { who: string; at: string }) {
  return (
    <p className="flex flex-wrap justify-between gap-x-4">
      <span className="font-semibold">{who}</span>
      <span className="text-ink-soft text-sm">
        <UtcTime time={at} />
      </span>
    </p>
  );
}

const TONES: Record<ClaimState, string> = {
  open: 'bg-waiting-ground text-waiting',
  answered: 'bg-waiting-ground text-waiting',
  under_review: 'bg-waiting-ground text-waiting',
  decided: 'bg-waiting-ground text-waiting',
  executed: 'bg-verified-ground text-verified',
  withdrawn: 'bg-sunken text-ink-soft',
};

export function ClaimBadge({ state }: { state: ClaimState }) {
  const t = useTranslator();
  return <span className={`rounded-full px-3 py-0.5 text-sm ${TONES[state]}`}>{t(`claims.state.${state}`)}</span>;
}

/** Photos and PDFs of a statement. */
export function EvidenceField() {
  const t = useTranslator();
  return <FilesField name="evidence" label={t('claims.photos')} hint={t('claims.photos.hint')} />;
}
