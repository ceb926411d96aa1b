import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LANGUAGES, type Language } from '@diorama/shared/i18n/t.ts';
import { launchStack } from '@diorama/stack/test/launch-stack.ts';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import config from '../playwright.config.ts';
import { callApi, signInAsOperator } from './helpers.ts';

/**
 * Renders the pictures of the editor: those beside login and sign-up, and the moving one of the README.
 * Run by hand after the editor's design changes: `node web/e2e/draw-editor.ts`.
 */
const PICTURES = join(import.meta.dirname, '../src/layouts/pictures');
const README_PICTURES = join(import.meta.dirname, '../../docs/images');
const SIZE = { width: 1440, height: 900 };
const QUALITY = 82;
const NAMES: Record<Language, string> = { en: 'Living room', es: 'Salón' };
/** Limit for slow software rendering. */
const TIMEOUT_MS = 180_000;

/** Width of the moving picture, and the time that each of its frames is shown, in milliseconds. */
const MOVING = { width: 960, delay: 160, quality: 60 } as const;
const TURNS = 10;

/** Orbits, selects and searches for a command, as an animated WebP. */
async function recordEditor(page: Page): Promise<Buffer> {
  const frames: Buffer[] = [];
  const take = async () => {
    await drawn(page);
    frames.push(
      await sharp(await page.screenshot())
        .resize(MOVING.width)
        .png()
        .toBuffer(),
    );
  };
  const { width, height } = SIZE;
  const turn = async (by: number) => {
    await page.keyboard.down('Alt');
    await page.mouse.move(width / 2, height / 2);
    await page.mouse.down();
    for (let step = 1; step <= TURNS; step += 1) {
      await page.mouse.move(width / 2 + (by * step) / TURNS, height / 2);
      await take();
    }
    await page.mouse.up();
    await page.keyboard.up('Alt');
  };
  await take();
  await turn(220);
  for (const at of [2, 3, 4]) {
    await page.getByRole('treeitem').nth(at).click();
    await take();
    await take();
  }
  await page.keyboard.press('ControlOrMeta+k');
  for (const sign of 'wall') {
    await page.keyboard.type(sign);
    await take();
  }
  await take();
  await page.keyboard.press('Escape');
  await turn(-220);
  return await sharp(frames, { join: { animated: true } })
    .webp({ delay: frames.map(() => MOVING.delay), quality: MOVING.quality, loop: 0 })
    .toBuffer();
}

/** Resolves when the next frame is drawn. The network is never idle, because of the live stream. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

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
    // The next frame shows the selection.
    await drawn(page);
    await writeFile(join(PICTURES, `editor-${language}.webp`), await webpOf(page));
    if (language === 'en') {
      await page.screenshot({ path: join(README_PICTURES, 'editor.png') });
      await writeFile(join(README_PICTURES, 'editor.webp'), await recordEditor(page));
    }
  }
} finally {
  await browser.close();
  await stack.dispose();
}
