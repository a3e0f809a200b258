import { useState } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';

type PriceFieldProps = {
  form: string;
  name: string;
  label: string;
  value: number;
  /** Whether the value stands for every higher price too. */
  open?: boolean;
  onChoose: (price: number) => void;
};

/** A field for whole dollars that reports its value on Enter or blur. */
export function PriceField({ form, name, label, value, open = false, onChoose }: PriceFieldProps) {
  const t = useTranslator();
  const [typed, setTyped] = useState<string | null>(null);
  const amount = t.number(value) + (open ? '+' : '');
  const choose = () => {
    const price = Math.round(Number(typed));
    if (typed && Number.isFinite(price)) onChoose(price);
    setTyped(null);
  };
  return (
    <label className="grid gap-1 text-ink-soft text-sm">
      {label}
      <span className="flex h-11 items-center rounded-md border border-line-strong bg-surface text-base text-ink focus-within:outline-3 focus-within:outline-focus">
        <span className="ps-3 text-ink-soft" aria-hidden="true">
          $
        </span>
        <input
          type="text"
          inputMode="numeric"
          autoComplete="off"
          form={form}
          name={name}
          maxLength={8}
          value={typed ?? amount}
          onChange={(event) => setTyped(event.target.value.replace(/\D/g, ''))}
          onBlur={choose}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            choose();
          }}
          className="figures h-full w-full min-w-0 rounded-md bg-transparent px-1.5 outline-none"
        />
      </span>
    </label>
  );
}
