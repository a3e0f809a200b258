/** The pages of the back office, which have no public header and footer. */
const office = {
  adminLogin: '/AdminLogin',
  adminInvitation: '/AdminInvitation',
  adminDashboard: '/AdminDashboard',
  carManagement: '/CarManagement',
  moderation: '/Moderation',
  bookingManagement: '/BookingManagement',
  adminOrders: '/Orders',
  shipmentBoard: '/ShipmentBoard',
  sailings: '/Sailings',
  paymentManagement: '/PaymentManagement',
  userManagement: '/UserManagement',
  reportDesign: '/ReportDesign',
  reviewManagement: '/ReviewManagement',
  adminMessages: '/Messages',
  auditLog: '/AuditLog',
  people: '/People',
  approvals: '/Approvals',
  retention: '/DataRetention',
  systemStatus: '/SystemStatus',
  operator: '/Operator',
  payouts: '/Payouts',
  adminClaims: '/Claims',
  books: '/Books',
  bankAccounts: '/BankAccounts',
  orderTerms: '/OrderTerms',
  bankStatements: '/BankStatements',
  documents: '/Documents',
  watchLists: '/WatchLists',
  vehicleNames: '/VehicleNames',
  importRules: '/ImportRules',
  adminSecurity: '/AdminSecurity',
} as const;

/**
 * Every page path, in the order of the specification's route tables. The file in src/routes with the same name is the page:
 * `payOrder` is pay-order.tsx.
 */
export const paths = {
  home: '/',
  login: '/login',
  signup: '/signup',
  forgotPassword: '/forgotpassword',
  resetPassword: '/ResetPassword',
  confirmEmail: '/ConfirmEmail',
  undoEmailChange: '/UndoEmailChange',
  confirmNewsletter: '/ConfirmNewsletter',
  unsubscribe: '/Unsubscribe',
  notifications: '/Notifications',
  notificationSettings: '/NotificationSettings',
  savedSearches: '/SavedSearches',
  stopAlerts: '/StopAlerts',
  confirmAlerts: '/ConfirmAlerts',
  dashboard: '/Dashboard',
  changePassword: '/ChangePassword',
  profile: '/Profile',
  accountSecurity: '/AccountSecurity',
  apiKeys: '/my-api-keys',
  bookingImport: '/BookingImport/:id',
  about: '/AboutUs',
  contact: '/ContactUs',
  comingSoon: '/ComingSoon',
  offline: '/Offline',
  explore: '/CarExplore',
  compare: '/compare',
  sell: '/SellCar',
  buyCar: '/buy-car/:slug',
  rentCar: '/rent-car/:slug',
  usedCars: '/used-cars',
  usedCarsOfType: '/used-cars/type/:carType',
  usedCarsOfFuel: '/used-cars/fuel/:fuelType',
  usedCarsOfProvince: '/used-cars/province/:province',
  usedCarsOfPrice: '/used-cars/price/:priceBand',
  usedCarsOfMake: '/used-cars/:make',
  usedCarsOfModel: '/used-cars/:make/:model',
  rentCars: '/rent-cars',
  rentCarsOfType: '/rent-cars/type/:carType',
  rentCarsOfFuel: '/rent-cars/fuel/:fuelType',
  rentCarsOfProvince: '/rent-cars/province/:province',
  rentCarsOfPrice: '/rent-cars/price/:priceBand',
  rentCarsOfMake: '/rent-cars/:make',
  rentCarsOfModel: '/rent-cars/:make/:model',
  seller: '/sellers/:slug',
  landedQuote: '/LandedCost/:code',
  importGuide: '/import',
  importCountry: '/import/:country',
  payment: '/payment/:id',
  myPayouts: '/my-payouts',
  payoutAccount: '/my-bank-account',
  payByTransfer: '/payment/:id/transfer',

  ask: '/ask/:id',
  conversations: '/conversations',
  conversation: '/conversations/:number',
  yard: '/Yard',
  order: '/my-orders/:id',
  myClaims: '/my-claims',
  claim: '/my-claims/:id',
  payOrder: '/my-orders/:id/pay',
  holdCard: '/my-orders/:id/deposit',
  orderConsignee: '/my-orders/:id/consignee',
  orderTransport: '/my-orders/:id/transport',
  cancelConsignee: '/CancelConsignee',
  contract: '/contracts/:id',
  promise: '/promise',
  verify: '/verify',
  verifyCode: '/verify/:code',
  verifyShort: '/v/:code',
  blogs: '/blogs',
  blogPost: '/blog/:slug',
  ...office,
} as const;

/** The feed of the blog, linked from the blog pages. */
export const FEED = '/feed.xml';

/** The feeds of changed import rules. */
export const CHANGES_RSS = '/import/changes.rss';
export const CHANGES_JSON = '/import/changes.json';

/** The import calculator for frames of other sites. */
export const CALCULATOR = '/embed/import';

const byLowerCase = new Map(
  Object.values(paths).map((path) => {
    const fixed = path.replace(/:.*$/, '');
    return [fixed.toLowerCase(), fixed] as const;
  }),
);

/**
 * Returns the canonical path of a page: letter case is corrected and trailing slashes are removed. Only slashes change
 * in paths of no page.
 */
export function canonicalPath(path: string): string {
  const trimmed = path.replace(/^\/+/, '/').replace(/(?<=.)\/+$/, '');
  const exact = byLowerCase.get(trimmed.toLowerCase());
  if (exact && !exact.endsWith('/')) return exact;
  const sectionEnd = trimmed.indexOf('/', 1) + 1;
  const prefix = sectionEnd > 0 ? byLowerCase.get(trimmed.slice(0, sectionEnd).toLowerCase()) : undefined;
  return prefix ? prefix + trimmed.slice(sectionEnd) : trimmed;
}

export const ADMIN = Object.values(office);
const ADMIN_PATHS = new Set<string>(ADMIN);

/** Whether a page has no public header and footer. */
export function hidesShell(path: string): boolean {
  return ADMIN_PATHS.has(canonicalPath(path)) || path.toLowerCase() === '/error';
}

/** Pages opened from an email whose URLs carry a secret token. */
export const TOKEN_PAGES = [
  paths.resetPassword,
  paths.confirmEmail,
  paths.undoEmailChange,
  paths.cancelConsignee,
  paths.confirmNewsletter,
  paths.unsubscribe,
  paths.stopAlerts,
  paths.confirmAlerts,
  paths.adminInvitation,
];
const LOGIN_PAGES = [paths.login, paths.signup, paths.forgotPassword, ...TOKEN_PAGES];
export const privatePages: string[] = [
  ...LOGIN_PAGES,
  paths.notifications,
  paths.notificationSettings,
  paths.savedSearches,
  paths.dashboard,
  paths.changePassword,
  paths.profile,
  paths.accountSecurity,
  paths.apiKeys,
  paths.bookingImport,
  paths.landedQuote,
  paths.sell,
  paths.payment,
  paths.order,
  paths.contract,
  paths.myPayouts,
  paths.payoutAccount,
  paths.myClaims,
  paths.ask,
  paths.conversations,
  ...ADMIN,
];
const PRIVATE = sections(privatePages);
/** Without an account, a conversation or a saved search is opened with the key of an emailed link. */
const SECRET = sections([...TOKEN_PAGES, paths.conversation, paths.savedSearches]);

/**
 * Whether a page is personal: rendered with the visitor's cookies and never cached. This covers all paths below such a
 * page in any spelling or encoding, and paths that cannot be decoded.
 */
export function isPrivate(path: string): boolean {
  const section = sectionOf(path);
  return section === null || PRIVATE.has(section);
}

/** Whether a page's URL may carry a secret token, so that it must not be sent to others. */
export function hasSecretAddress(path: string): boolean {
  const section = sectionOf(path);
  return section === null || SECRET.has(section);
}

function sections(pages: string[]): Set<string | null> {
  return new Set(pages.map(sectionOf));
}

/** Returns the first segment of a path in lower case without `.data`; null if the path cannot be decoded. */
function sectionOf(path: string): string | null {
  try {
    const [, first = ''] = /^\/*([^/]*)/.exec(decodeURIComponent(path)) ?? [];
    return first.toLowerCase().replace(/\.data$/, '');
  } catch {
    return null;
  }
}

const LOCAL_PATH = /^\/(?![/\\])[^\\\p{Cc}]*$/u;
const PLACEHOLDER_ORIGIN = 'http://here.invalid';
const NO_ADMIN_RETURN = new Set<string>([paths.adminLogin, paths.adminInvitation]);
const NO_RETURN = new Set<string>(LOGIN_PAGES);

/** Returns the path to open after login: `next` if it is a page of this site, else the dashboard. */
export function returnPath(next: string | null): string {
  return localPath(next, (path) => isPage(path) && !NO_RETURN.has(path)) ?? paths.dashboard;
}

/** Returns the path to open after an admin login: `next` if it is an admin page, else the admin dashboard. */
export function adminReturnPath(next: string | null): string {
  return localPath(next, (path) => ADMIN_PATHS.has(path) && !NO_ADMIN_RETURN.has(path)) ?? paths.adminDashboard;
}

function localPath(next: string | null, isAllowed: (path: string) => boolean): string | null {
  const url = next !== null && LOCAL_PATH.test(next) ? URL.parse(next, PLACEHOLDER_ORIGIN) : null;
  if (!url || url.origin !== PLACEHOLDER_ORIGIN) return null;
  const path = canonicalPath(url.pathname);
  return isAllowed(path) ? path + url.search : null;
}

function isPage(path: string): boolean {
  if (/%(2f|5c)/i.test(path)) return false;
  return Object.values(paths).some((page) => new RegExp(`^${page.replace(/:[^/]+/g, '[^/]+')}$`).test(path));
}
