/** Every page address, in the order of the specs' route tables, and the links to pages with a parameter. */
export const paths = {
  home: '/',
  login: '/login',
  signup: '/signup',
  forgotPassword: '/forgotpassword',
  resetPassword: '/ResetPassword',
  confirmEmail: '/ConfirmEmail',
  confirmNewsletter: '/ConfirmNewsletter',
  unsubscribe: '/Unsubscribe',
  dashboard: '/Dashboard',
  changePassword: '/ChangePassword',
  profile: '/Profile',
  about: '/AboutUs',
  contact: '/ContactUs',
  comingSoon: '/ComingSoon',
  offline: '/Offline',
  explore: '/CarExplore',
  sell: '/SellCar',
  buyCar: '/buy-car/:slug',
  rentCar: '/rent-car/:slug',
  usedCars: '/used-cars',
  usedCarsOfType: '/used-cars/type/:carType',
  usedCarsOfMake: '/used-cars/:make',
  usedCarsOfModel: '/used-cars/:make/:model',
  rentCars: '/rent-cars',
  rentCarsOfType: '/rent-cars/type/:carType',
  rentCarsOfMake: '/rent-cars/:make',
  rentCarsOfModel: '/rent-cars/:make/:model',
  payment: '/payment/:id',
  blogs: '/blogs',
  blogPost: '/blog/:slug',
  adminLogin: '/AdminLogin',
  adminDashboard: '/AdminDashboard',
  carManagement: '/CarManagement',
  moderation: '/Moderation',
  bookingManagement: '/BookingManagement',
  paymentManagement: '/PaymentManagement',
  userManagement: '/UserManagement',
  reportDesign: '/ReportDesign',
  reviewManagement: '/ReviewManagement',
  adminMessages: '/Messages',
  auditLog: '/AuditLog',
  adminSecurity: '/AdminSecurity',
} as const;

/** The blog as a feed; no page, but linked from those that it is about. */
export const FEED = '/feed.xml';

const byLowerCase = new Map(
  Object.values(paths).map((path) => {
    const fixed = path.replace(/:.*$/, '');
    return [fixed.toLowerCase(), fixed] as const;
  }),
);

/**
 * The one address of the page that a path leads to: letter case and a trailing slash do not matter.
 * A path that leads nowhere is its own canonical form.
 */
export function canonicalPath(path: string): string {
  const trimmed = path.replace(/^\/+/, '/').replace(/(?<=.)\/+$/, '');
  const whole = byLowerCase.get(trimmed.toLowerCase());
  if (whole && !whole.endsWith('/')) return whole;
  const cut = trimmed.indexOf('/', 1) + 1;
  const prefix = cut > 0 ? byLowerCase.get(trimmed.slice(0, cut).toLowerCase()) : undefined;
  return prefix ? prefix + trimmed.slice(cut) : trimmed;
}

export const ADMIN = [
  paths.adminLogin,
  paths.adminDashboard,
  paths.carManagement,
  paths.moderation,
  paths.bookingManagement,
  paths.paymentManagement,
  paths.userManagement,
  paths.reportDesign,
  paths.reviewManagement,
  paths.adminMessages,
  paths.auditLog,
  paths.adminSecurity,
];
const BARE = new Set<string>(ADMIN);

/** Whether a page stands without the public header and footer. */
export function hidesShell(path: string): boolean {
  return BARE.has(canonicalPath(path)) || path.toLowerCase() === '/error';
}

/** Their addresses carry a secret that a mail has brought. */
const BY_MAIL = [paths.resetPassword, paths.confirmEmail, paths.confirmNewsletter, paths.unsubscribe];
const ENTRANCES = [paths.login, paths.signup, paths.forgotPassword, ...BY_MAIL];
export const privatePages: string[] = [
  ...ENTRANCES,
  paths.dashboard,
  paths.changePassword,
  paths.profile,
  paths.sell,
  paths.payment,
  ...ADMIN,
];
const PRIVATE = sections(privatePages);
const SECRET = sections(BY_MAIL);

/**
 * Whether a page is one visitor's own: rendered in their name and never kept. Everything below its address counts as well, in
 * whatever spelling, and so does an address that cannot be read.
 */
export function isPrivate(path: string): boolean {
  const section = sectionOf(path);
  return section === null || PRIVATE.has(section);
}

/** Whether a page's address must not be told to anybody. */
export function hasSecretAddress(path: string): boolean {
  const section = sectionOf(path);
  return section === null || SECRET.has(section);
}

function sections(pages: string[]): Set<string | null> {
  return new Set(pages.map(sectionOf));
}

/** The first piece of a path, in small letters and without what asks for a page's data alone; null when it cannot be read. */
function sectionOf(path: string): string | null {
  try {
    const [, first = ''] = /^\/*([^/]*)/.exec(decodeURIComponent(path)) ?? [];
    return first.toLowerCase().replace(/\.data$/, '');
  } catch {
    return null;
  }
}

const LOCAL = /^\/(?![/\\])[^\\\p{Cc}]*$/u;
const HERE = 'http://here.invalid';
const NOT_A_RETURN = new Set<string>(ENTRANCES);

/** Where a person goes after logging in: to `next` when it is a page of ours, else to the dashboard. Never to another site. */
export function returnPath(next: string | null): string {
  return localPath(next, (path) => isPage(path) && !NOT_A_RETURN.has(path)) ?? paths.dashboard;
}

/** The same for administrators, who go to pages of the back office only. */
export function adminReturnPath(next: string | null): string {
  return localPath(next, (path) => BARE.has(path) && path !== paths.adminLogin) ?? paths.adminDashboard;
}

function localPath(next: string | null, leadsOn: (path: string) => boolean): string | null {
  const url = next !== null && LOCAL.test(next) ? URL.parse(next, HERE) : null;
  if (!url || url.origin !== HERE) return null;
  const path = canonicalPath(url.pathname);
  return leadsOn(path) ? path + url.search : null;
}

/** Whether a canonical path is the address of a page. */
function isPage(path: string): boolean {
  if (/%(2f|5c)/i.test(path)) return false;
  return Object.values(paths).some((page) => new RegExp(`^${page.replace(/:[^/]+/g, '[^/]+')}$`).test(path));
}
