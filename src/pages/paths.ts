/** Every page address, in the order of the specs' route tables, and the links to pages with a parameter. */
export const paths = {
  home: '/',
  login: '/login',
  signup: '/signup',
  forgotPassword: '/forgotpassword',
  dashboard: '/Dashboard',
  changePassword: '/ChangePassword',
  profile: '/Profile',
  about: '/AboutUs',
  contact: '/ContactUs',
  comingSoon: '/ComingSoon',
  explore: '/CarExplore',
  sell: '/SellCar',
  buyCar: '/buy-car/:slug',
  rentCar: '/rent-car/:slug',
  payment: '/payment/:id',
  blogs: '/blogs',
  blogPost: '/blog/:slug',
  adminLogin: '/AdminLogin',
  adminDashboard: '/AdminDashboard',
  carManagement: '/CarManagement',
  bookingManagement: '/BookingManagement',
  paymentManagement: '/PaymentManagement',
  userManagement: '/UserManagement',
  reportDesign: '/ReportDesign',
} as const;

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

const BARE = new Set<string>([
  paths.adminLogin,
  paths.adminDashboard,
  paths.carManagement,
  paths.bookingManagement,
  paths.paymentManagement,
  paths.userManagement,
  paths.reportDesign,
]);

/** Whether a page stands without the public header and footer. */
export function hidesShell(path: string): boolean {
  return BARE.has(canonicalPath(path)) || path.toLowerCase() === '/error';
}
