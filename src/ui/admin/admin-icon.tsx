import { LineDrawing } from '../icon.tsx';

const SHAPES = {
  dashboard: 'M4 4h7v9H4zM13 4h7v5h-7zM13 11h7v9h-7zM4 15h7v5H4z',
  users:
    'M9 5a3.5 3.5 0 100 7 3.5 3.5 0 000-7zM2.5 20c.8-3.6 3.3-5.4 6.5-5.4s5.7 1.8 6.5 5.4M16 5.5a3.2 3.2 0 010 6.2M18 15c2 .7 3.2 2.3 3.7 5',
  team: 'M8 5.5a2.8 2.8 0 100 5.6 2.8 2.8 0 000-5.6zM16 5.5a2.8 2.8 0 100 5.6 2.8 2.8 0 000-5.6zM2.5 18.5c.7-3 2.8-4.6 5.5-4.6s4.8 1.6 5.5 4.6M15.5 13.9c3.2-.4 5.3 1.3 6 4.6',
  car: 'M4 16v-4l2-6h12l2 6v4zM4 12h16M6 16v3M18 16v3M7.5 14h1M15.5 14h1',
  queue: 'M4 6h10M4 12h10M4 18h6M15 17l2.5 2.5L22 14',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  card: 'M3 6h18v12H3zM3 10h18M7 15h3',
  statement: 'M4 9l8-5 8 5zM6 9v8M10 9v8M14 9v8M18 9v8M4 20h16M4 17h16',
  mail: 'M3.5 6h17v12h-17zM4 6.5l8 6.5 8-6.5',
  history: 'M4 12a8 8 0 103-6.2M4 4v4h4M12 8v4l3 2',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 017 0v3',
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  logout: 'M10 4H5v16h5M9 12h11M16 8l4 4-4 4',
  view: 'M2.5 12c2-4.2 5.4-6.5 9.5-6.5s7.5 2.3 9.5 6.5c-2 4.2-5.4 6.5-9.5 6.5S4.5 16.2 2.5 12zM12 9a3 3 0 100 6 3 3 0 000-6z',
  hide: 'M2.5 12c2-4.2 5.4-6.5 9.5-6.5s7.5 2.3 9.5 6.5c-2 4.2-5.4 6.5-9.5 6.5S4.5 16.2 2.5 12zM12 9a3 3 0 100 6 3 3 0 000-6zM4 20L20 4',
  star: 'M12 3.5l2.6 5.4 6 .8-4.4 4.1 1.1 5.9-5.3-2.9-5.3 2.9 1.1-5.9L3.4 9.7l6-.8z',
  edit: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5',
  undo: 'M9 7L4 12l5 5M4 12h10a6 6 0 016 6',
  download: 'M12 4v11M7 10.5l5 5 5-5M5 20h14',
  plus: 'M12 5v14M5 12h14',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  cross: 'M6 6l12 12M18 6L6 18',
  clock: 'M12 3.5a8.5 8.5 0 100 17 8.5 8.5 0 000-17zM12 8v4l3 2',
  flag: 'M6 21V4h11l-2 4 2 4H6',
  tasks: 'M4 6l1.5 1.5L8 5M4 12l1.5 1.5L8 11M4 18l1.5 1.5L8 17M11 6.5h9M11 12.5h9M11 18.5h9',
  ship: 'M5 12V7h14v5M9 7V4h6v3M3 12h18l-2.5 6h-13zM3 21c1.5 0 1.5-1 3-1s1.5 1 3 1 1.5-1 3-1 1.5 1 3 1 1.5-1 3-1 1.5 1 3 1',
  globe: 'M12 3.5a8.5 8.5 0 100 17 8.5 8.5 0 000-17zM3.5 12h17M12 3.5c5 5.5 5 11.5 0 17-5-5.5-5-11.5 0-17',
  payout: 'M3 7h13v9H3zM9.5 9.5a2 2 0 100 4 2 2 0 000-4zM18 13l3 3-3 3M21 16h-8M13 20h3',
  book: 'M5 4h13v16H7a2 2 0 01-2-2zM5 18a2 2 0 012-2h11M9 8h5',
  paper: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  bank: 'M3 6h18v12H3zM12 9.5a2.5 2.5 0 100 5 2.5 2.5 0 000-5zM6 9v6M18 9v6',
  building: 'M5 21V4h9v17M14 9h5v12M3 21h18M8 8h3M8 12h3M8 16h3',
  pulse: 'M3 12h4l3-7 4 14 3-7h4',
} as const;

export type AdminIconName = keyof typeof SHAPES;

/** Icons of the admin screens, kept out of the bundle of the public pages. */
export function AdminIcon({ name, className }: { name: AdminIconName; className?: string }) {
  return <LineDrawing shape={SHAPES[name]} {...(className !== undefined && { className })} />;
}
