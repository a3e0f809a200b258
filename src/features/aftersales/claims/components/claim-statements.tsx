import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { BankDetailsWarning } from '#ui/bank-details/bank-details-warning.tsx';
import { Icon } from '#ui/icon.tsx';
import { TEXT_LINK } from '#ui/text-link.ts';
import { UtcTime } from '#ui/utc-time.tsx';
import type { ClaimResponse, QuestionResponse, StatementResponse } from '../model/claim-contract.ts';

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
      {files.length > 0 && (
        <ul className="flex flex-wrap items-center gap-3">
          {files.map(({ url, format }, index) => (
            <li key={url}>
              <StatementFile url={url} format={format} number={String(index + 1)} />
            </li>
          ))}
        </ul>
      )}
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

type StatementFileProps = { url: string; format: 'pdf' | 'jpg'; number: string };

/** A photo to look at, or a PDF. Both are downloaded by a click. */
function StatementFile({ url, format, number }: StatementFileProps) {
  const t = useTranslator();
  if (format === 'jpg') {
    return (
      <a href={url} download className="block overflow-hidden rounded-md border border-line">
        <img
          src={url}
          alt={t('claims.file.photo', { number })}
          width={128}
          height={96}
          loading="lazy"
          className="h-24 w-32 bg-sunken object-cover"
        />
      </a>
    );
  }
  return (
    <a href={url} download className={`${TEXT_LINK} gap-2`}>
      <Icon name="document" />
      {t('claims.file.pdf', { number })}
    </a>
  );
}
