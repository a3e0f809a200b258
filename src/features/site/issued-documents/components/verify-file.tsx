import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { Form } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { Button } from '#ui/button.tsx';
import { INPUT } from '#ui/forms/fields.tsx';
import { FilePicker } from '#ui/forms/file-picker.tsx';
import { type CheckedBytes, type CheckedPayload, checkPayload } from '../client/check-signature.ts';
import { checkFile, type FileAnswer } from '../client/verify-client.ts';
import { readFragment } from '../model/signature-encoding.ts';
import type { VerifiedDocument } from '../model/verify-contract.ts';
import { DocumentFigures, FileAnswerOfServer, rowsOfFigures, VerifyBanner } from './document-answer.tsx';

/** Compares a PDF that is chosen or dropped with the issued ones. */
export function VerifyFile() {
  const t = useTranslator();
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<FileAnswer | null>(null);
  const latest = useRef<File>(undefined);
  const check = async ([file]: File[]) => {
    if (!file) return;
    latest.current = file;
    setBusy(true);
    setAnswer(null);
    const checked = await checkFile(file).catch(() => ({ refused: t('ui.unreachable') }));
    if (latest.current !== file) return;
    setAnswer(checked);
    setBusy(false);
  };
  const drop = {
    onDragOver: (event: React.DragEvent) => event.preventDefault(),
    onDrop: (event: React.DragEvent) => {
      event.preventDefault();
      void check(Array.from(event.dataTransfer.files));
    },
  };
  return (
    <section aria-labelledby="verify-file" className="grid gap-4">
      <h2 id="verify-file" className="text-lg">
        {t('verify.file')}
      </h2>
      <div
        {...drop}
        className="grid justify-items-start gap-3 rounded-lg border-2 border-line-strong border-dashed p-5"
      >
        <p>{t('verify.file.text')}</p>
        <FilePicker accept="application/pdf" onPick={check}>
          {t('verify.file.pick')}
        </FilePicker>
      </div>
      <div aria-live="polite">
        {busy && <p className="text-ink-soft">{t('verify.file.checking')}</p>}
        {answer && <Answer answer={answer} />}
      </div>
    </section>
  );
}

function Answer({ answer }: { answer: FileAnswer }) {
  if ('server' in answer) return <FileAnswerOfServer answer={answer.server} />;
  if ('refused' in answer) return <VerifyBanner tone="bad">{answer.refused}</VerifyBanner>;
  return <OfflineAnswer {...answer.offline} />;
}

function OfflineAnswer({ check, listAt }: CheckedBytes) {
  const t = useTranslator();
  if (check === 'valid' && listAt !== null)
    return <VerifyBanner tone="careful">{t('verify.file.offline.valid', { time: t.utcTime(listAt) })}</VerifyBanner>;
  if (check === 'unchecked') return <VerifyBanner tone="careful">{t('verify.scan.unchecked')}</VerifyBanner>;
  if (check === 'key_compromised') return <VerifyBanner tone="bad">{t('verify.keyCompromised')}</VerifyBanner>;
  return <VerifyBanner tone="careful">{t('verify.file.offline.unsigned')}</VerifyBanner>;
}

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

const onHashChange = (listener: () => void) => {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
};

/** What the QR code says that opened the page. It is in the fragment of the address, which only the browser knows. */
export function ScannedAnswer({ document }: { document: VerifiedDocument | null }) {
  const t = useTranslator();
  const fragment = useSyncExternalStore(
    onHashChange,
    () => location.hash,
    () => '',
  );
  const [checked, setChecked] = useState<CheckedPayload | null>(null);
  const payload = fragment.length > 1 ? readFragment(fragment) : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the payload is made of the fragment
  useEffect(() => {
    setChecked(null);
    if (payload) checkPayload(payload).then(setChecked, () => setChecked(null));
  }, [fragment]);
  if (!payload || !checked) return null;
  const { check, figures, listAt } = checked;
  if (document && payload.signed !== document.signed)
    return <VerifyBanner tone="bad">{t('verify.scan.otherDocument')}</VerifyBanner>;
  if (check === 'invalid' || check === 'unknown_key')
    return <VerifyBanner tone="bad">{t(`verify.scan.${check}`)}</VerifyBanner>;
  if (document) return check === 'valid' ? <VerifyBanner tone="good">{t('verify.scan.matches')}</VerifyBanner> : null;
  return (
    <section aria-live="polite" className="grid gap-5">
      {check === 'valid' && listAt !== null ? (
        <VerifyBanner tone="careful">{t('verify.scan.valid', { time: t.utcTime(listAt) })}</VerifyBanner>
      ) : (
        <VerifyBanner tone="bad">
          {t(check === 'key_compromised' ? 'verify.keyCompromised' : 'verify.scan.unchecked')}
        </VerifyBanner>
      )}
      {check === 'valid' && (
        <>
          {figures.is_demo && <VerifyBanner tone="careful">{t('verify.demo')}</VerifyBanner>}
          <p>{t('verify.compare')}</p>
          <DocumentFigures rows={rowsOfFigures(figures, t)} bankAccountEnd={figures.bank_account_end} />
        </>
      )}
    </section>
  );
}
