import { useId } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';

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
