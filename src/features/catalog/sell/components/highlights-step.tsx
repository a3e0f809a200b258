import { flagsOf } from '#features/catalog/listings/model/listing-fields.ts';
import { CONTACT_METHODS } from '#features/catalog/listings/model/listing-form.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { CheckField } from '#ui/forms/check-field.tsx';
import type { SellReport } from '../model/sell-draft.ts';
import { ReportField } from './report-field.tsx';
import { SellFlag, SellGroup, SellText, SellTextArea, useSellFields } from './sell-fields.tsx';

type HighlightsStepProps = { report: SellReport | null; onReport: (report: SellReport | null) => void };

export function HighlightsStep({ report, onReport }: HighlightsStepProps) {
  const t = useTranslator();
  return (
    <>
      <SellGroup title={t('car.features')}>
        <div className="grid sm:grid-cols-2">
          {flagsOf('extraFeatures').map((name) => (
            <SellFlag key={name} group="extraFeatures" name={name} label={t(`car.features.${name}`)} />
          ))}
        </div>
      </SellGroup>
      <ReportField report={report} onReport={onReport} />
      <SellTextArea name="description" rows={6} hint={t('sell.description.hint')} />
      <SellGroup title={t('sell.field.contactMethods')}>
        <div className="grid sm:grid-cols-3">
          {CONTACT_METHODS.map((method) => (
            <ContactMethod key={method} method={method} />
          ))}
        </div>
      </SellGroup>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <SellText name="availability" hint={t('sell.availability.hint')} />
        <SellText name="responseTime" hint={t('sell.responseTime.hint')} />
      </div>
    </>
  );
}

function ContactMethod({ method }: { method: (typeof CONTACT_METHODS)[number] }) {
  const t = useTranslator();
  const { values, change } = useSellFields();
  const others = values.contactMethods.filter((other) => other !== method);
  return (
    <CheckField
      name={`contactMethods.${method}`}
      label={t(`sell.contact.${method}`)}
      checked={others.length < values.contactMethods.length}
      onChange={(event) => change({ contactMethods: event.target.checked ? [...others, method] : others })}
    />
  );
}
