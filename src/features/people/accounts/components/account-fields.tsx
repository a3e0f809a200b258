/** Fields shared by account forms, with the attributes that on-screen keyboards and password managers need. */

import { useEffect, useState } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { useSite } from '#lib/pages/page-site.ts';
import { PHONE_COUNTRIES } from '#lib/phones/phone-countries.ts';
import { SelectField, TextField, useFormState } from '#ui/forms/fields.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';

type FieldProps = { defaultValue?: string | undefined; hint?: string | undefined };

export function EmailField({ autoComplete, ...field }: FieldProps & { autoComplete: 'username' | 'email' | 'off' }) {
  const t = useTranslator();
  return (
    <TextField
      {...field}
      name="email"
      type="email"
      inputMode="email"
      label={t('account.email')}
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}

export function NameField(field: FieldProps) {
  const t = useTranslator();
  return <TextField {...field} name="name" label={t('account.name')} autoComplete="name" />;
}

/** @param name the specified sign-up call names this field `mobileno`, all others `mobile` */
export function MobileField({ name, ...field }: FieldProps & { name: 'mobile' | 'mobileno' }) {
  const t = useTranslator();
  return (
    <TextField
      {...field}
      name={name}
      type="tel"
      inputMode="tel"
      label={t('account.mobile')}
      hint={t('account.signup.mobileHint')}
      autoComplete="tel"
    />
  );
}

/**
 * The country of a mobile number that is typed without its country code. The names are of the browser, whose spelling and sequence differ
 * from those of the server, so they are added after hydration.
 */
export function MobileCountryField({ defaultValue }: Pick<FieldProps, 'defaultValue'>) {
  const t = useTranslator();
  const { values } = useFormState();
  const [countries, setCountries] = useState<{ value: string; label: string }[]>([]);
  useEffect(() => {
    const named = PHONE_COUNTRIES.map((value) => ({ value, label: t.region(value) }));
    setCountries(named.sort((one, other) => one.label.localeCompare(other.label, t.locale)));
  }, [t]);
  const chosen = values.mobile_country ?? defaultValue;
  return (
    <div className="noscript:hidden">
      <SelectField
        key={`${chosen} ${countries.length}`}
        name="mobile_country"
        label={t('account.mobile.country')}
        options={[{ value: '', label: t('account.mobile.country.none') }, ...countries]}
        defaultValue={chosen}
      />
    </div>
  );
}

export function NewPasswordFields() {
  const t = useTranslator();
  return (
    <>
      <PasswordField
        name="npass"
        label={t('account.change.new')}
        hint={t('account.signup.passwordHint', { least: useSite().minPasswordLength })}
        autoComplete="new-password"
      />
      <PasswordField name="cpass" label={t('account.change.confirm')} autoComplete="new-password" />
    </>
  );
}
