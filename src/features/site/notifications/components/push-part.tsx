import { useEffect, useState } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Button } from '#ui/button.tsx';
import { type PushState, readPushState, startPush, stopPush } from '../client/push-client.ts';

/** Turns web push on and off in this browser. It says what happens before the browser asks. */
export function PushPart({ pushKey }: { pushKey: string }) {
  const t = useTranslator();
  const [state, setState] = useState<PushState>('unsupported');
  const [busy, setBusy] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    readPushState()
      .then(setState)
      .catch(() => {});
  }, []);
  if (state === 'unsupported') return null;
  const change = async (work: () => Promise<PushState>) => {
    if (busy) return;
    setBusy(true);
    setHasFailed(false);
    await work()
      .then(setState)
      .catch(() => setHasFailed(true));
    setBusy(false);
  };
  return (
    <section aria-labelledby="push" className="grid justify-items-start gap-3">
      <h2 id="push" className="text-lg">
        {t('alerts.push.title')}
      </h2>
      <p role="status">
        {t(state === 'on' ? 'alerts.push.on' : state === 'denied' ? 'alerts.push.denied' : 'alerts.push.text')}
      </p>
      {state === 'off' && (
        <Button kind="strong" aria-disabled={busy || undefined} onClick={() => change(() => startPush(pushKey))}>
          {t(busy ? 'alerts.push.starting' : 'alerts.push.start')}
        </Button>
      )}
      {state === 'on' && (
        <Button kind="quiet" aria-disabled={busy || undefined} onClick={() => change(stopPush)}>
          {t('alerts.push.stop')}
        </Button>
      )}
      {hasFailed && <p role="alert">{t('alerts.push.failed')}</p>}
    </section>
  );
}
