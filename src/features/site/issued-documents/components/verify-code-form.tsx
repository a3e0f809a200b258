import { useId } from 'react';
import { Form } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { Button } from '#ui/button.tsx';
import { INPUT } from '#ui/forms/form-field.tsx';

/** Opens the page of a code, with or without scripts. */
export function VerifyCodeForm({ typed }: { typed: string }) {
  const t = useTranslator();
  const id = useId();
  return (
    <Form action={paths.verify} className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {t('verify.code')}
      </label>
      <p id={`${id}-hint`} className="text-ink-soft text-sm">
        {t('verify.code.hint')}
      </p>
      <div className="flex flex-wrap gap-3">
        <input
          key={typed}
          id={id}
          name="code"
          required
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          defaultValue={typed}
          aria-describedby={`${id}-hint`}
          className={`${INPUT} figures max-w-64 flex-1 basis-48`}
        />
        <Button type="submit" kind="action">
          {t('verify.code.check')}
        </Button>
      </div>
    </Form>
  );
}
