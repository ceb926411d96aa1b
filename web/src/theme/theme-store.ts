import { parseTheme, THEME_COOKIE, type Theme } from '@diorama/shared/domain/theme.ts';
import { createListeners } from '../listeners.ts';

/** Colour theme of the pages in this browser. */
export type ThemeStore = {
  get(): Theme;
  /** Stores the choice and applies it in all tabs. */
  set(theme: Theme): void;
  isDark(): boolean;
  /** Shows the light theme until the returned function is called. */
  forceLight(): () => void;
  /** Calls the listener when the theme changes, also that of the system. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
};

const YEAR_S = 365 * 24 * 60 * 60;
const CHANNEL = 'diorama.theme';

/** Creates the store on a cookie, which the server reads as well, so that no page begins in another theme. */
export function createThemeStore(page: Window & typeof globalThis): ThemeStore {
  const { document } = page;
  const system = page.matchMedia('(prefers-color-scheme: dark)');
  const channel = new page.BroadcastChannel(CHANNEL);
  const { add: subscribe, notify } = createListeners();
  let forced = 0;

  const get = () => parseTheme(readCookie(document.cookie));
  const shown = () => (forced > 0 ? 'light' : get());
  const apply = () => {
    const theme = shown();
    if (theme === 'system') {
      delete document.documentElement.dataset.theme;
    } else {
      document.documentElement.dataset.theme = theme;
    }
    colorBrowser(document, theme);
    notify();
  };
  channel.addEventListener('message', apply);
  system.addEventListener('change', apply);
  apply();
  return {
    get,
    set: (theme) => {
      const maxAge = theme === 'system' ? 0 : YEAR_S;
      const secure = page.location.protocol === 'https:' ? '; Secure' : '';
      document.cookie = `${THEME_COOKIE}=${theme}; path=/; max-age=${maxAge}; SameSite=Lax${secure}`;
      apply();
      channel.postMessage(null);
    },
    isDark: () => {
      const theme = shown();
      return theme === 'system' ? system.matches : theme === 'dark';
    },
    forceLight: () => {
      forced += 1;
      apply();
      return () => {
        forced -= 1;
        apply();
      };
    },
    subscribe,
  };
}

function readCookie(cookies: string): string | undefined {
  return cookies
    .split('; ')
    .find((cookie) => cookie.startsWith(`${THEME_COOKIE}=`))
    ?.slice(THEME_COOKIE.length + 1);
}

/** Selects the colour of the browser's own frame on phones among those of the HTML. */
function colorBrowser(document: Document, theme: Theme): void {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"][data-theme-of]')) {
    const scheme = meta.dataset.themeOf;
    meta.media =
      theme === 'system' ? `(prefers-color-scheme: ${scheme})` : theme === scheme ? 'all' : 'not all';
  }
}
