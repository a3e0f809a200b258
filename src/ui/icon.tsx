const SHAPES = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  sun: 'M12 8a4 4 0 100 8 4 4 0 000-8zM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6L7 7M17 17l1.4 1.4M18.4 5.6L17 7M7 17l-1.4 1.4',
  moon: 'M20 14.5A8.5 8.5 0 019.5 4a8.5 8.5 0 1010.5 10.5z',
  up: 'M12 19V6M6 11l6-6 6 6',
  left: 'M15 5l-7 7 7 7',
  right: 'M9 5l7 7-7 7',
  down: 'M5 9l7 7 7-7',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  search: 'M10.5 4a6.5 6.5 0 100 13 6.5 6.5 0 000-13zM15.5 15.5L20 20',
  user: 'M12 4a4 4 0 100 8 4 4 0 000-8zM4.5 20c1-4 4-6 7.5-6s6.5 2 7.5 6',
  warning: 'M12 4l9 16H3zM12 10v4M12 17v.5',
  outside: 'M14 4h6v6M20 4l-9 9M17 14v5H5V7h5',
  share: 'M12 15V4M8 8l4-4 4 4M5 12v8h14v-8',
  chat: 'M4 5h16v11H9l-5 4z',
  document: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  bank: 'M4 10l8-6 8 6zM6 10v8M10 10v8M14 10v8M18 10v8M4 20h16',
  shield: 'M12 3l8 3v6c0 5-3.5 8-8 9-4.5-1-8-4-8-9V6z',
  ship: 'M4 15l1.5 5h13L20 15zM6 15V9h12v6M12 9V4M9 4h6',
  key: 'M8 11a4 4 0 104 4M11 12l8-8M16 7l3 3',
  tag: 'M4 4h8l8 8-8 8-8-8zM8 8v.5',
  certified: 'M12 3l8 3v6c0 5-3.5 8-8 9-4.5-1-8-4-8-9V6zM8.5 12l2.5 2.5 4.5-5',
  filters: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5a2 2 0 100 4 2 2 0 000-4zM9 15a2 2 0 100 4 2 2 0 000-4z',
  heart: 'M12 20.5C5 15.5 2.5 12 2.5 8.5A5 5 0 0112 6.6a5 5 0 019.5 1.9c0 3.5-2.5 7-9.5 12z',
  pause: 'M9 5v14M15 5v14',
  play: 'M8 5l11 7-11 7z',
  star: 'M12 3.5l2.6 5.4 6 .8-4.4 4.1 1.1 5.9-5.3-2.9-5.3 2.9 1.1-5.9L3.4 9.7l6-.8z',
  info: 'M12 3a9 9 0 100 18 9 9 0 000-18zM12 11v5.5M12 7.5v.5',
  rows: 'M4 5h6v5H4zM13.5 6.5H20M13.5 9H18M4 14h6v5H4zM13.5 15.5H20M13.5 18H18',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  expand: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  eye: 'M2.5 12c2-4.2 5.4-6.5 9.5-6.5s7.5 2.3 9.5 6.5c-2 4.2-5.4 6.5-9.5 6.5S4.5 16.2 2.5 12zM12 9a3 3 0 100 6 3 3 0 000-6z',
  hidden:
    'M2.5 12c2-4.2 5.4-6.5 9.5-6.5s7.5 2.3 9.5 6.5c-2 4.2-5.4 6.5-9.5 6.5S4.5 16.2 2.5 12zM12 9a3 3 0 100 6 3 3 0 000-6zM4 20L20 4',
  mail: 'M3.5 6h17v12h-17zM4 6.5l8 6.5 8-6.5',
  device: 'M4 5h16v11H4zM2 19.5h20',
  bell: 'M6 16V11a6 6 0 0112 0v5l1.5 2h-15zM10 20.5h4',
  globe: 'M12 3a9 9 0 100 18 9 9 0 000-18zM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
} as const;

export type IconName = keyof typeof SHAPES;

/** A decorative icon, hidden from assistive technology. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return <LineDrawing shape={SHAPES[name]} {...(className !== undefined && { className })} />;
}

export function LineDrawing({ shape, className = 'size-5' }: { shape: string; className?: string }) {
  return (
    <svg
      className={`shrink-0 ${className}`}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={shape} />
    </svg>
  );
}
