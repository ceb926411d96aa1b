import { expect, it, vi } from 'vitest';
import { createThemeStore } from './theme-store.ts';

/** A page with the parts that the store uses. */
function openPage(cookie = '', isSystemDark = true) {
  const dataset: { theme?: string } = {};
  const metas = ['light', 'dark'].map((themeOf) => ({ dataset: { themeOf }, media: '' }));
  const system = { matches: isSystemDark, addEventListener: vi.fn() };
  const document = { cookie, documentElement: { dataset }, querySelectorAll: () => metas };
  const posted: unknown[] = [];
  const heard: (() => void)[] = [];
  class BroadcastChannel {
    addEventListener = (_: string, listener: () => void) => {
      heard.push(listener);
    };
    postMessage = (message: unknown) => posted.push(message);
  }
  const page = { document, location: { protocol: 'https:' }, matchMedia: () => system, BroadcastChannel };
  const store = createThemeStore(page as never);
  return { store, document, dataset, metas, system, posted, hear: () => heard.at(-1)?.() };
}

it('the theme follows the system until the user chooses one', () => {
  const { store, dataset, metas, system } = openPage();
  expect([store.get(), store.isDark(), dataset.theme]).toEqual(['system', true, undefined]);
  expect(metas.map(({ media }) => media)).toEqual([
    '(prefers-color-scheme: light)',
    '(prefers-color-scheme: dark)',
  ]);
  const listener = vi.fn();
  store.subscribe(listener);
  system.matches = false;
  system.addEventListener.mock.calls[0]?.[1]();
  expect(listener).toHaveBeenCalledOnce();
  expect(store.isDark()).toBe(false);
});

it('the theme starts from its cookie, and ignores invalid values', () => {
  const light = openPage('a=b; diorama_theme=light');
  expect([light.store.get(), light.store.isDark(), light.dataset.theme]).toEqual(['light', false, 'light']);
  expect(light.metas.map(({ media }) => media)).toEqual(['all', 'not all']);
  expect(openPage('diorama_theme=<script>').store.get()).toBe('system');
});

it('a chosen theme is stored for a year and sent to other tabs; the system theme deletes the cookie', () => {
  const { store, document, dataset, posted } = openPage('', false);
  store.set('dark');
  expect(document.cookie).toBe('diorama_theme=dark; path=/; max-age=31536000; SameSite=Lax; Secure');
  expect([store.isDark(), dataset.theme, posted.length]).toEqual([true, 'dark', 1]);
  store.set('system');
  expect(document.cookie).toContain('max-age=0');
});

it('the theme follows a choice made in another tab', () => {
  const { store, document, dataset, hear } = openPage();
  document.cookie = 'diorama_theme=light';
  hear();
  expect([store.get(), dataset.theme]).toEqual(['light', 'light']);
});

it('the page is light until forceLight is released', () => {
  const { store, dataset } = openPage('diorama_theme=dark');
  const release = store.forceLight();
  expect([store.isDark(), dataset.theme, store.get()]).toEqual([false, 'light', 'dark']);
  release();
  expect([store.isDark(), dataset.theme]).toEqual([true, 'dark']);
});
