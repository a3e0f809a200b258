import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { TEXT_LINK } from '#ui/button.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { CheckField } from '#ui/forms/check-field.tsx';
import { Icon } from '#ui/icon.tsx';
import type { SalesContractResponse } from '../model/sales-contract-contract.ts';

/** The clauses in both languages, side by side on wide screens. */
export function ContractClauses({ clauses }: Pick<SalesContractResponse, 'clauses'>) {
  return (
    <ol className="grid gap-6">
      {clauses.map(({ title, text }, at) => (
        <li
          key={title.en}
          className="grid gap-x-8 gap-y-3 rounded-lg border border-line bg-surface p-4 md:grid-cols-2 md:p-5"
        >
          <div lang="en" className="wrap-anywhere grid content-start gap-1">
            <h2 className="text-lg">
              {at + 1}. {title.en}
            </h2>
            <p className="max-w-prose">{text.en}</p>
          </div>
          <div
            lang="zh-Hans"
            className="wrap-anywhere grid content-start gap-1 border-line max-md:border-t max-md:pt-3"
          >
            <p className="font-semibold text-lg">
              {at + 1}. {title.zh}
            </p>
            <p className="max-w-prose leading-loose">{text.zh}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

/** Who accepted the contract, its document, and the form to accept it. */
export function ContractAcceptance({ contract }: { contract: SalesContractResponse }) {
  const t = useTranslator();
  const { accepted, document } = contract;
  return (
    <div className="grid gap-4">
      {accepted.length === 0 ? (
        <p className="text-ink-soft">{t('contract.notYet')}</p>
      ) : (
        <ul className="grid gap-2">
          {accepted.map(({ party, name, at }) => (
            <li key={`${party}${at}`} className="wrap-anywhere flex items-start gap-2">
              <Icon name="check" className="mt-0.5 size-5 text-verified" />
              {t(`contract.acceptedBy.${party}`, { name, time: t.utcTime(at) })}
            </li>
          ))}
        </ul>
      )}
      {document && (
        <a href={document.url} download className={`${TEXT_LINK} gap-2 justify-self-start`}>
          <Icon name="document" />
          {t('contract.download', { number: document.number })}
        </a>
      )}
      {contract.may_accept && (
        <ActionForm name="accept" className="grid justify-items-start gap-3">
          <input type="hidden" name="hash" value={contract.hash} />
          <CheckField name="accept" label={t('contract.accept.check')} />
          <SubmitButton busy={t('contract.accepting')}>{t('contract.accept')}</SubmitButton>
        </ActionForm>
      )}
    </div>
  );
}
