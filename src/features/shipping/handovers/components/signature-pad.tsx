import { useId, useRef } from 'react';
import { FIELD_LOOK, Field } from '#features/shipping/shipments/components/plain-field.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Button } from '#ui/button.tsx';
import type { Signed } from '../client/handover-items.ts';
import { MAX_COORDINATES, MAX_STROKES, PAD } from '../model/handover.ts';

type SignaturePadProps = {
  label: string;
  signed: Signed;
  problem: string | undefined;
  onChange: (signed: Signed) => void;
};

/** A name and a drawn signature. A person who cannot draw confirms the typed name instead. */
export function SignaturePad({ label, signed, problem, onChange }: SignaturePadProps) {
  const t = useTranslator();
  const id = useId();
  const isDrawing = useRef(false);
  const { name, strokes, isConfirmed } = signed;
  const count = strokes.reduce((sum, line) => sum + line.length, 0);

  const pointOf = (event: React.PointerEvent<SVGSVGElement>): [number, number] => {
    const box = event.currentTarget.getBoundingClientRect();
    const scale = (at: number, size: number, max: number) => Math.min(Math.max(Math.round((at / size) * max), 0), max);
    return [
      scale(event.clientX - box.left, box.width, PAD.width),
      scale(event.clientY - box.top, box.height, PAD.height),
    ];
  };
  const start = (event: React.PointerEvent<SVGSVGElement>) => {
    if (strokes.length >= MAX_STROKES || count + 2 > MAX_COORDINATES) return;
    isDrawing.current = true;
    event.currentTarget.setPointerCapture(event.pointerId);
    onChange({ ...signed, strokes: [...strokes, pointOf(event)] });
  };
  const draw = (event: React.PointerEvent<SVGSVGElement>) => {
    if (!isDrawing.current || count + 2 > MAX_COORDINATES) return;
    const line = strokes.at(-1) ?? [];
    const [x, y] = pointOf(event);
    const near = Math.abs((line.at(-2) ?? -99) - x) + Math.abs((line.at(-1) ?? -99) - y) < 6;
    if (!near) onChange({ ...signed, strokes: [...strokes.slice(0, -1), [...line, x, y]] });
  };
  const stop = () => {
    isDrawing.current = false;
  };
  return (
    <fieldset
      className="grid gap-3 rounded-md border border-line p-4"
      aria-describedby={problem ? `${id}-problem` : undefined}
    >
      <legend className="px-1 font-semibold">{label}</legend>
      <Field label={t('handover.name')}>
        {(props) => (
          <input
            {...props}
            value={name}
            maxLength={120}
            autoComplete="off"
            onChange={({ target }) => onChange({ ...signed, name: target.value })}
            className={FIELD_LOOK}
          />
        )}
      </Field>
      <div className="grid gap-1.5">
        <span className="flex items-center justify-between gap-3 text-ink-soft text-sm">
          {t('handover.sign')}
          {strokes.length > 0 && (
            <Button kind="plain" className="px-0!" onClick={() => onChange({ ...signed, strokes: [] })}>
              {t('handover.clear')}
            </Button>
          )}
        </span>
        <svg
          role="img"
          aria-label={t(strokes.length > 0 ? 'handover.drawn' : 'handover.notDrawn', { label })}
          viewBox={`0 0 ${PAD.width} ${PAD.height}`}
          className="aspect-[10/3] w-full touch-none rounded-md border border-line-strong bg-surface text-ink"
          onPointerDown={start}
          onPointerMove={draw}
          onPointerUp={stop}
          onPointerCancel={stop}
        >
          {strokes.map((line) => (
            <polyline
              key={`${line[0]}-${line[1]}-${line.length}`}
              points={line.join(' ')}
              fill="none"
              stroke="currentColor"
              strokeWidth="7"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          ))}
        </svg>
      </div>
      <label className="flex min-h-11 items-center gap-2">
        <input
          type="checkbox"
          checked={isConfirmed}
          onChange={({ target }) => onChange({ ...signed, isConfirmed: target.checked })}
        />
        {t('handover.confirm')}
      </label>
      {problem && (
        <p id={`${id}-problem`} className="text-danger text-sm">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
