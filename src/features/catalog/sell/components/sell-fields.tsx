import { createContext, use, useId } from 'react';
import type { SellValues } from '#features/catalog/listings/model/listing-form.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { CheckField } from '#ui/forms/check-field.tsx';
import { ChoiceField } from '#ui/forms/choice-field.tsx';
import { SelectField, TextAreaField, TextField } from '#ui/forms/fields.tsx';

/** Form fields of the wizard, each bound to the value of the same name. */

type SellFields = { values: SellValues; change: (change: Partial<SellValues>) => void };

const NOWHERE = null as unknown as SellFields;
export const SellContext = createContext<SellFields>(NOWHERE);
export const useSellFields = () => use(SellContext);

/** Names of the fields with a text value. */
type TextName = { [Name in keyof SellValues]: SellValues[Name] extends string ? Name : never }[keyof SellValues];
type Own<Props> = Omit<Props, 'name' | 'label' | 'value' | 'onChange'>;
type TextProps<Props> = { name: TextName; label?: string } & Own<Props>;

function useText(name: TextName) {
  const { values, change } = useSellFields();
  return { value: values[name], set: (value: string) => change({ [name]: value } as Partial<SellValues>) };
}

export function SellText({ name, label, ...input }: TextProps<React.ComponentProps<typeof TextField>>) {
  const t = useTranslator();
  const { value, set } = useText(name);
  return (
    <TextField
      autoComplete="off"
      {...input}
      name={name}
      label={label ?? t(`sell.field.${name}`)}
      value={value}
      onChange={(event) => set(event.target.value)}
    />
  );
}

export function SellTextArea({ name, label, ...area }: TextProps<React.ComponentProps<typeof TextAreaField>>) {
  const t = useTranslator();
  const { value, set } = useText(name);
  return (
    <TextAreaField
      {...area}
      isPublic
      name={name}
      label={label ?? t(`sell.field.${name}`)}
      value={value}
      onChange={(event) => set(event.target.value)}
    />
  );
}

export function SellSelect({ name, label, ...select }: TextProps<React.ComponentProps<typeof SelectField>>) {
  const t = useTranslator();
  const { value, set } = useText(name);
  return (
    <SelectField
      {...select}
      name={name}
      label={label ?? t(`sell.field.${name}`)}
      value={value}
      onChange={(event) => set(event.target.value)}
    />
  );
}

type SellChoiceProps = { name: TextName; options: { value: string; label: string }[] };

export function SellChoice({ name, options }: SellChoiceProps) {
  const t = useTranslator();
  const { value, set } = useText(name);
  return <ChoiceField name={name} label={t(`sell.field.${name}`)} value={value} options={options} onChoose={set} />;
}

type Flags = 'serviceHistory' | 'extraFeatures';
type SellFlagProps<Group extends Flags> = { group: Group; name: keyof SellValues[Group] & string; label: string };

/** A checkbox for one flag of a group. */
export function SellFlag<Group extends Flags>({ group, name, label }: SellFlagProps<Group>) {
  const { values, change } = useSellFields();
  const flags = values[group] as Record<string, boolean>;
  return (
    <CheckField
      name={`${group}.${name}`}
      label={label}
      checked={flags[name] ?? false}
      onChange={(event) => change({ [group]: { ...flags, [name]: event.target.checked } } as Partial<SellValues>)}
    />
  );
}

export function SellGroup({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <fieldset className="grid min-w-0 gap-1">
      <legend className="mb-1 font-semibold">{title}</legend>
      {children}
    </fieldset>
  );
}

/** Shows the upload progress, or that the file is being prepared before the first bytes are sent. */
export function UploadProgress({ label, share }: { label: string; share: number }) {
  const t = useTranslator();
  const id = useId();
  const percent = Math.round(share * 100);
  const words =
    share === 0
      ? t('sell.upload.preparing')
      : t(share < 1 ? 'sell.upload.sending' : 'sell.upload.checking', { percent });
  return (
    <div className="grid w-full min-w-0 gap-1">
      <label htmlFor={id} className="figures text-ink-soft text-sm">
        <span className="sr-only">{label} </span>
        {words}
      </label>
      <progress id={id} max={1} {...(share > 0 && { value: share })} className="h-2 w-full accent-link" />
    </div>
  );
}
