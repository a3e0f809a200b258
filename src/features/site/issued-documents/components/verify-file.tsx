import { useRef, useState } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { FilePicker } from '#ui/forms/file-picker.tsx';
import type { CheckedBytes } from '../client/check-signature.ts';
import { checkFile, type FileAnswer } from '../client/verify-client.ts';
import { FileAnswerOfServer } from './document-answer.tsx';
import { VerifyBanner } from './verify-banner.tsx';

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
