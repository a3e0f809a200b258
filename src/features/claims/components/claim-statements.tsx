import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { BankDetailsWarning } from '#ui/bank-details/bank-details-warning.tsx';
import { Icon } from '#ui/icon.tsx';
import { TEXT_LINK } from '#ui/text-link.ts';
import { UtcTime } from '#ui/utc-time.tsx';
import type { StatementResponse } from '../model/claim-contract.ts';

type ClaimStatementsProps = { statements: StatementResponse[]; to?: 'reader' | 'office' };

/** What both sides have said and shown, the oldest first. */
export function ClaimStatements({ statements, to = 'reader' }: ClaimStatementsProps) {
  const t = useTranslator();
  return (
    <ol className="grid gap-3">
      {statements.map(({ id, kind, author, text, at, files }) => (
        <li key={id} className="grid gap-2 rounded-md border border-line p-3">
          <p className="flex flex-wrap justify-between gap-x-4">
            <span className="font-semibold">
              {t(kind === 'evidence' ? `claims.said.evidence.${author}` : `claims.said.${kind}`)}
            </span>
            <span className="text-ink-soft text-sm">
              <UtcTime time={at} />
            </span>
          </p>
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
      ))}
    </ol>
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
