import { useEffect, useRef, useState } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { SelectField, TextAreaField, TextField } from '#ui/forms/fields.tsx';
import { FilesField } from '#ui/forms/file-form.tsx';
import { readDraft, writeDraft } from '../client/thread-draft.ts';
import { chinesePhrase, phraseText } from '../model/phrase-text.ts';
import { FIRST_PHRASES, PHRASE_NAMES, PHRASES, type Phrase } from '../model/phrases.ts';
import { MAX_TEXT_LENGTH } from '../model/thread.ts';

type PhraseFieldProps = { side: 'buyer' | 'seller' };

/** Chooses a prepared phrase, and its amount, day or number. */
export function PhraseField({ side }: PhraseFieldProps) {
  const t = useTranslator();
  const [phrase, setPhrase] = useState<Phrase | null>(null);
  const kind = phrase && PHRASES[phrase];
  const first: readonly Phrase[] = FIRST_PHRASES[side];
  const others = PHRASE_NAMES.filter((name) => !first.includes(name));
  const options = [...first, ...others].map((name) => ({
    value: name,
    label: phraseText(t, name, null),
  }));
  return (
    <div className="grid gap-3 md:grid-cols-2">
      <SelectField
        name="phrase"
        label={t('threads.phrase')}
        options={[{ value: '', label: t('threads.phrase.none') }, ...options]}
        onChange={({ target }) => setPhrase(PHRASE_NAMES.find((name) => name === target.value) ?? null)}
      />
      {kind && (
        <TextField
          key={phrase}
          name="phrase_value"
          label={t(`threads.phrase.value.${kind}`)}
          type={kind === 'day' ? 'date' : 'text'}
          inputMode={kind === 'day' ? undefined : 'numeric'}
          required
        />
      )}
      {phrase && kind === null && (
        <p lang="zh" className="self-end pb-3 text-ink-soft">
          {chinesePhrase(phrase, null)}
        </p>
      )}
    </div>
  );
}

type MessageTextFieldProps = {
  label: string;
  hint?: string | undefined;
  /** Under which the typed text is kept until it is sent. */
  place: string;
  required?: boolean;
};

/** The text of a message. What was typed survives a reload, and its language is noted. */
export function MessageTextField({ label, hint, place, required }: MessageTextFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [language, setLanguage] = useState('');
  useEffect(() => {
    const area = field.current;
    if (area && area.value === '') area.value = readDraft(place);
    setLanguage(/^[a-z]{2,3}/.exec(navigator.language.toLowerCase())?.[0] ?? '');
    const forget = () => writeDraft(place, '');
    const form = area?.form;
    form?.addEventListener('reset', forget);
    return () => form?.removeEventListener('reset', forget);
  }, [place]);
  return (
    <>
      <TextAreaField
        ref={field}
        name="text"
        label={label}
        hint={hint}
        rows={3}
        maxLength={MAX_TEXT_LENGTH}
        onInput={({ currentTarget }) => writeDraft(place, currentTarget.value)}
        required={required}
        isPublic
        dir="auto"
      />
      <input type="hidden" name="language" value={language} />
    </>
  );
}

export function MessageFilesField() {
  const t = useTranslator();
  return <FilesField name="file" label={t('threads.files')} hint={t('threads.files.hint')} />;
}
