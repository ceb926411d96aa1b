import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LANGUAGES, type Language } from '@diorama/shared/i18n/t.ts';
import { launchStack } from '@diorama/stack/test/launch-stack.ts';
import { chromium, type Page } from '@playwright/test';
import config from '../playwright.config.ts';
import { callApi, signInAsOperator } from './helpers.ts';

/**
 * Renders the pictures of the editor: those beside login and sign-up, and that of the README. Run by hand after the
 * editor's design changes: `node web/e2e/draw-editor.ts`.
 */
const PICTURES = join(import.meta.dirname, '../src/layouts/pictures');
const README_PICTURE = join(import.meta.dirname, '../../docs/images/editor.png');
const SIZE = { width: 1440, height: 900 };
const QUALITY = 82;
const NAMES: Record<Language, string> = { en: 'Living room', es: 'Salón' };
/** Limit for slow software rendering. */
const TIMEOUT_MS = 180_000;

/** Screenshot as WebP, a format that Playwright cannot write. */
async function webpOf(page: Page): Promise<Buffer> {
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  return Buffer.from(data, 'base64');
}

const stack = await launchStack({ env: { RATE_LIMIT_FACTOR: '0', DIORAMA_DEMO: '1' } });
const browser = await chromium.launch(config.use?.launchOptions ?? {});
try {
  const page = await browser.newPage({
    baseURL: stack.url,
    viewport: SIZE,
    reducedMotion: 'reduce',
    colorScheme: 'dark',
  });
  page.setDefaultTimeout(TIMEOUT_MS);
  await signInAsOperator(page);
  for (const language of LANGUAGES) {
    // The nodes of a template are named in the language of the request.
    const body = { name: NAMES[language], template: 'living-room' };
    const scene = await callApi(page, 'POST', '/api/compositions', body, { 'Accept-Language': language });
    await page.goto(`/${language}/builder/${scene.uuid}`);
    await page
      .getByRole('status')
      .filter({ hasText: /^(Saved|Guardado)$/ })
      .waitFor();
    // A selected node fills the inspector.
    await page.getByRole('treeitem').nth(1).click();
    await page.mouse.move(0, 0);
    // The next frame shows the selection. The live stream keeps the network busy, so waiting for an idle network never
    // ends.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    await writeFile(join(PICTURES, `editor-${language}.webp`), await webpOf(page));
    if (language === 'en') {
      await page.screenshot({ path: README_PICTURE });
    }
  }
} finally {
  await browser.close();
  await stack.dispose();
}
