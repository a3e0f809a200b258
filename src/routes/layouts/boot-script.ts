/**
 * Inline script in <head> that runs before the first paint. It sets the theme, the size of cards, the flags of a chosen
 * destination, of a login and of data saving, detects scripts that fail to load, and shows the loading screen on the first
 * visit of a session. It keeps the form schemas (zod) from probing `eval`, which each browser would report to the policy. It is text because it cannot import.
 */
export const bootScript = `(function (root) {
  root.dataset.js = '';
  window.__zod_globalConfig = { jitless: true };
  addEventListener('error', function (event) {
    if (event.target.tagName === 'SCRIPT') root.dataset.broken = '';
  }, true);
  try {
    var theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    if (localStorage.getItem('cards') === 'compact') root.dataset.cards = 'compact';
    if (localStorage.getItem('ship-to')) root.dataset.shipTo = '';
    if (localStorage.getItem('ship-to-rate')) root.dataset.shipToRate = '';
    if (localStorage.getItem('id')) root.dataset.signedIn = '';
    var saving = navigator.connection && navigator.connection.saveData;
    if (saving) root.dataset.saving = '';
    var first = !sessionStorage.getItem('visited');
    sessionStorage.setItem('visited', '1');
    var calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    var crawler = /bot|crawl|spider|slurp|lighthouse|preview/i.test(navigator.userAgent);
    if (!first || calm || saving || crawler) return;
    root.dataset.loading = '';
    var done = function () { delete root.dataset.loading; };
    setTimeout(done, 2500);
    ['pointerdown', 'keydown', 'wheel', 'touchstart', 'scroll'].forEach(function (name) {
      addEventListener(name, done, { once: true, passive: true, capture: true });
    });
  } catch (refused) {}
})(document.documentElement);`;
