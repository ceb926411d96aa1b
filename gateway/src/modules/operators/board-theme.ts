import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Path of the font below the queue board's address. */
export const BOARD_FONT = '/inter.woff2';

/**
 * Fonts and colours of the product for the queue board, in that page's variable names.
 * The colours are those of the web client's tokens, which a test compares.
 */
const THEME = `
@font-face{font-family:"Inter Variable";font-weight:100 900;font-display:swap;src:url(FONT) format("woff2")}
:root{
--font-sans:"Inter Variable",system-ui,sans-serif;--radius:6px;
--destructive:#c93a3a;--destructive-foreground:#ffffff;
--background:#f6f7f9;--foreground:rgb(14 15 18 / 92%);--card:#ffffff;--popover:#ffffff;
--primary:#1558c8;--primary-foreground:#ffffff;--secondary:#f0f2f5;--secondary-foreground:rgb(14 15 18 / 72%);
--muted:#f0f2f5;--muted-foreground:rgb(14 15 18 / 72%);--accent:#e6e9ee;--accent-foreground:rgb(14 15 18 / 92%);
--border:rgb(14 15 18 / 10%);--input:rgb(14 15 18 / 20%);
--sidebar:#ffffff;--sidebar-foreground:rgb(14 15 18 / 72%);--sidebar-accent:#e6e9ee;--sidebar-border:rgb(14 15 18 / 10%);
--status-failed:#c22f2f;--status-completed:#157347;--status-waiting:#8a5a00;--status-active:#1558c8}
.dark-mode{
--background:#0e0f12;--foreground:rgb(255 255 255 / 92%);--card:#15171b;--popover:#252932;
--primary:#6fa3f5;--primary-foreground:#0e0f12;--secondary:#1c1f25;--secondary-foreground:rgb(255 255 255 / 64%);
--muted:#1c1f25;--muted-foreground:rgb(255 255 255 / 64%);--accent:#252932;--accent-foreground:rgb(255 255 255 / 92%);
--destructive:#c93a3a;--destructive-foreground:#ffffff;
--border:rgb(255 255 255 / 8%);--input:rgb(255 255 255 / 16%);
--sidebar:#15171b;--sidebar-foreground:rgb(255 255 255 / 64%);--sidebar-accent:#252932;--sidebar-border:rgb(255 255 255 / 8%);
--status-failed:#ff8080;--status-completed:#4cc38a;--status-waiting:#f0b44c;--status-active:#6fa3f5}
body{font-feature-settings:"cv11","ss03";font-variant-numeric:tabular-nums}
`;

/** Style element for the head of a page below `base`. */
export function boardTheme(base: string): string {
  return `<style>${THEME.replace('FONT', `${base}${BOARD_FONT}`)}</style>`;
}

/** The font's bytes, with the letters of the supported languages. */
export async function readBoardFont(): Promise<Buffer> {
  return readFile(
    fileURLToPath(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')),
  );
}
