import { PRODUCT_NAME } from '#lib/product.ts';

/** The logo, a bollard on a quay, and the name. */
export function Logo() {
  return (
    <span className="flex w-fit items-center gap-2.5 font-extrabold text-lg tracking-tight">
      <svg viewBox="0 0 32 32" className="size-8" aria-hidden="true">
        <rect width="32" height="32" rx="8" className="fill-quay" />
        <path
          d="M9 10.5c0-2 1.6-3.5 3.5-3.5h7c1.9 0 3.5 1.5 3.5 3.5S21.4 14 19.5 14l.8 6h-8.6l.8-6C10.6 14 9 12.5 9 10.5z"
          fill="#ff8a4c"
        />
        <path
          d="M5 22.5h22M5 26c2 0 2-1.3 4-1.3S11 26 13 26s2-1.3 4-1.3 2 1.3 4 1.3 2-1.3 4-1.3S26 26 27 26"
          fill="none"
          stroke="#f4f0e8"
          strokeWidth="1.8"
          strokeLinecap="round"
        />
      </svg>
      {PRODUCT_NAME}
    </span>
  );
}
