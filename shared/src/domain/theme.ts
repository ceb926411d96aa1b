/** Choices of the colour theme; `system` follows the setting of the device. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Cookie with the choice of this browser, which the server writes into the HTML of each page. */
export const THEME_COOKIE = 'diorama_theme';

/** Theme of a cookie's value; `system` for a missing or unknown one. */
export function parseTheme(value: string | undefined): Theme {
  return THEMES.find((theme) => theme === value) ?? 'system';
}
