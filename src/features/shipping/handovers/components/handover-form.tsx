import { useState } from 'react';
import type { QueuedItem } from '#features/shipping/shipments/client/yard-queue.ts';
import { FIELD_LOOK, Field, focusFirstProblem, SaveBar } from '#features/shipping/shipments/components/plain-field.tsx';
import type { YardOrder, YardResponse } from '#features/shipping/shipments/model/shipment-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { FilePicker } from '#ui/forms/file-picker.tsx';
import { Icon } from '#ui/icon.tsx';
import { type HandoverValues, handoverItems, handoverProblems, type Signed } from '../client/handover-items.ts';
import { type HandoverKind, KINDS_OF, SIDES, type Side } from '../model/handover.ts';
import { SignaturePad } from './signature-pad.tsx';

type HandoverFormProps = {
  order: YardOrder;
  yard: YardResponse;
  onRecord: (items: QueuedItem[]) => Promise<void>;
};

const UNSIGNED: Signed = { name: '', strokes: [], isConfirmed: false };

/** Records a handover with photos of all sides and both signatures. Works offline. */
export function HandoverForm({ order, yard, onRecord }: HandoverFormProps) {
  const t = useTranslator();
  const kinds = KINDS_OF[order.offer];
  const [kind, setKind] = useState<HandoverKind>(kinds[order.next === 'return' ? kinds.length - 1 : 0] ?? 'sale');
  const [listingId, setListingId] = useState(order.listing_ids[0] ?? 0);
  const [photos, setPhotos] = useState<Partial<Record<Side, File>>>({});
  const [signatures, setSignatures] = useState({ giver: UNSIGNED, receiver: UNSIGNED });
  const [problems, setProblems] = useState<Record<string, MessageKey>>({});
  const [outcome, setOutcome] = useState<'stored' | 'failed' | null>(null);
  const problemOf = (name: string) => problems[name] && t(problems[name]);

  /** Clears the problem of a changed field. Fuel and charge share one problem. */
  const settle = (name: string) => {
    const { [name === 'charge_percent' ? 'fuel_percent' : name]: settled, ...rest } = problems;
    if (settled !== undefined) setProblems(rest);
  };

  const submit = async (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = Object.fromEntries(new FormData(form)) as HandoverValues;
    const wrong = handoverProblems(values, photos, signatures);
    setProblems(wrong);
    setOutcome(null);
    if (Object.keys(wrong).length > 0) return focusFirstProblem(form);
    const name = t(`handover.kind.${kind}`);
    try {
      const all = photos as Record<Side, File>;
      await onRecord(handoverItems({ yard, order, kind, listingId, values, photos: all, signatures, name }));
      setOutcome('stored');
      setPhotos({});
      setSignatures({ giver: UNSIGNED, receiver: UNSIGNED });
      form.reset();
    } catch {
      setOutcome('failed');
    }
  };
  const number = (name: string, label: MessageKey, max: number) => (
    <Field label={t(label)} problem={problemOf(name)}>
      {(props) => (
        <input {...props} name={name} type="number" inputMode="numeric" min={0} max={max} className={FIELD_LOOK} />
      )}
    </Field>
  );
  const select = (
    label: string,
    value: string | number,
    options: { value: string | number; label: string }[],
    onChange: (value: string) => void,
  ) => (
    <Field label={label}>
      {(props) => (
        <select {...props} value={value} onChange={({ target }) => onChange(target.value)} className={FIELD_LOOK}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
  return (
    <form
      onSubmit={submit}
      onInput={({ target }) => settle((target as HTMLInputElement).name)}
      noValidate
      className="grid gap-5"
    >
      <p className="text-ink-soft">{t('handover.about')}</p>
      {kinds.length > 1 &&
        select(
          t('handover.occasion'),
          kind,
          kinds.map((value) => ({ value, label: t(`handover.kind.${value}`) })),
          (value) => setKind(value as HandoverKind),
        )}
      {order.listing_ids.length > 1 &&
        select(
          t('handover.car'),
          listingId,
          order.listing_ids.map((value, at) => ({ value, label: order.cars[at] ?? String(value) })),
          (value) => setListingId(Number(value)),
        )}
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 font-semibold">{t('handover.photos')}</legend>
        <div className="grid grid-cols-2 gap-2">
          {SIDES.map((side) => (
            <FilePicker
              key={side}
              accept="image/jpeg,image/png,image/webp"
              capture="environment"
              className={`min-h-14 px-3 ${photos[side] ? 'border-verified text-verified' : ''}`}
              onPick={([file]) => {
                if (!file) return;
                const taken = { ...photos, [side]: file };
                setPhotos(taken);
                if (SIDES.every((each) => taken[each])) settle('photos');
              }}
            >
              <Icon name={photos[side] ? 'check' : 'plus'} />
              {t(photos[side] ? 'handover.photo.taken' : 'handover.photo.take', { side: t(`handover.side.${side}`) })}
            </FilePicker>
          ))}
        </div>
        {problems.photos && <p className="text-danger text-sm">{problemOf('photos')}</p>}
      </fieldset>
      <div className="grid grid-cols-[1fr_7rem] gap-3">
        {number('odometer', 'handover.odometer', 2_000_000)}
        <Field label={t('handover.unit')}>
          {(props) => (
            <select {...props} name="odometer_unit" className={FIELD_LOOK}>
              <option value="km">{t('handover.unit.km')}</option>
              <option value="mi">{t('handover.unit.mi')}</option>
            </select>
          )}
        </Field>
      </div>
      {number('keys', 'handover.keys', 9)}
      <div className="grid gap-3 sm:grid-cols-2">
        {number('fuel_percent', 'handover.fuel', 100)}
        {number('charge_percent', 'handover.charge', 100)}
      </div>
      <Field label={t('handover.damage')} hint={t('handover.damageHint')}>
        {(props) => (
          <textarea {...props} name="damage" rows={3} maxLength={1000} className={`${FIELD_LOOK} h-auto py-2`} />
        )}
      </Field>
      {(['giver', 'receiver'] as const).map((role) => (
        <SignaturePad
          key={role}
          label={t(`handover.${role}`)}
          signed={signatures[role]}
          problem={problemOf(role)}
          onChange={(signed) => {
            setSignatures((known) => ({ ...known, [role]: signed }));
            settle(role);
          }}
        />
      ))}
      <div role="alert">
        {Object.keys(problems).length > 0 && <p className="text-danger">{t('handover.incomplete')}</p>}
        {outcome === 'failed' && <p className="text-danger">{t('yard.notStored')}</p>}
      </div>
      {outcome === 'stored' && (
        <p role="status" className="font-semibold text-verified">
          {t('handover.stored')}
        </p>
      )}
      <SaveBar>{t('handover.save')}</SaveBar>
    </form>
  );
}
