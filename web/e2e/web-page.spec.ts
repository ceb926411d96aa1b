import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { ASSET_TYPE } from '@diorama/shared/contract/asset-type.ts';
import { wavFile } from '@diorama/worker-assets/test/sound-files.ts';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { expect, test } from './fixtures.ts';
import { callApi, makeScenes, publishScene, putScene, redSky, signUp, uploadFile } from './helpers.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
};

/** A plain web server of some files below a path. */
async function serveFiles(files: Record<string, Uint8Array>, below: string) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    const name = path.slice(below.length) || 'index.html';
    const body = path.startsWith(below) ? files[name] : undefined;
    response.writeHead(body ? 200 : 404, {
      'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream',
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}${below}`, close: () => server.close() };
}

/** The sounds that a page plays, once their length is known. */
const playedOf = (page: Page) =>
  page.evaluate(() => {
    const played: HTMLMediaElement[] = Reflect.get(window, 'played_');
    return played.map(({ duration, src }) => `${duration} s of ${src}`);
  });

test('a published scene is downloaded as a web page that works on a static server', async ({
  quietPage: page,
  browser,
  baseURL,
}, info) => {
  await signUp(page);
  const [scene = ''] = await makeScenes(page, 'Lighthouse');
  const sound = { type: ASSET_TYPE.sound, name: 'horn.wav', buffer: Buffer.from(wavFile(1)) };
  const horn = await uploadFile(page, scene, sound);
  const sky = await uploadFile(page, scene, { type: ASSET_TYPE.hdri, name: 'red.hdr', buffer: redSky() });
  await putScene(page, scene, {
    environment: { hdri: sky['@id'], background: { kind: 'environment' } },
    nodes: {
      tower: { kind: 'cylinder', name: 'Tower' },
      sign: { kind: 'text', name: 'Sign', props: { text: 'Light' } },
      note: {
        kind: 'annotation',
        name: 'The lamp',
        position: [0, 1, 0],
        props: { text: 'It turns **twice** a minute.' },
      },
    },
    interactions: { horn: { node: 'tower', actions: [{ kind: 'sound', sound: horn['@id'] }] } },
  });
  await publishScene(page, scene);
  await page.goto(`/en/builder/${scene}`);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const link = page.getByRole('link', { name: 'Web page for your own site', exact: true });
  await expect(link).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toBe('Lighthouse-web.zip');
  const path = info.outputPath('page.zip');
  await download.saveAs(path);
  const files = unzipSync(await readFile(path));
  expect(Object.keys(files)).toEqual(expect.arrayContaining(['index.html', 'scene.json']));
  expect(Object.keys(files).some((name) => /^files\/.*\.usdz$/.test(name))).toBe(true);

  const site = await serveFiles(files, '/my/site/');
  const context = await browser.newContext();
  await context.addInitScript(() => {
    const played: HTMLMediaElement[] = [];
    Reflect.set(window, 'played_', played);
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function () {
      played.push(this);
      return play.call(this);
    };
  });
  const visitor = await context.newPage();
  const elsewhere: string[] = [];
  const missing: string[] = [];
  visitor.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(site.url) && !/^(blob|data):/.test(url)) {
      elsewhere.push(url);
    }
  });
  visitor.on('response', (response) => response.status() >= 400 && missing.push(response.url()));
  await visitor.goto(site.url);
  await expect(visitor).toHaveTitle('Lighthouse');
  await expect(visitor.locator('#root')).toHaveAttribute('data-phase', 'ready');
  expect(await visitor.evaluate(() => performance.getEntriesByName('first-frame').length)).toBe(1);
  await expect(visitor.getByRole('link', { name: 'Diorama', exact: true })).toHaveAttribute(
    'href',
    baseURL ?? '',
  );
  await expect(visitor.locator('.embed-license')).toHaveText(/^© .+All rights reserved$/);
  await visitor
    .getByRole('button', { name: /The lamp/ })
    .first()
    .click();
  await expect(visitor.getByRole('paragraph').filter({ hasText: 'It turns twice a minute.' })).toBeVisible();
  await visitor.getByRole('button', { name: /^Tower/ }).press('Enter');
  await expect.poll(() => playedOf(visitor)).toEqual([expect.stringMatching(/^1 s of .*files[/].*[.]wav$/)]);
  await visitor.setViewportSize({ width: 390, height: 800 });
  await visitor
    .getByRole('button', { name: 'AR', exact: true })
    .or(visitor.locator('.embed-ar'))
    .first()
    .click();
  await expect(visitor.getByRole('dialog')).toContainText(site.url);
  expect([elsewhere, missing.filter((url) => !url.endsWith('/favicon.ico'))]).toEqual([[], []]);
  site.close();
  await context.close();

  const published = await callApi(page, 'GET', `/api/compositions/${scene}/output`);
  await callApi(page, 'PATCH', `/api/compositions/${scene}`, { status: 'draft' });
  expect((await page.request.get(String(published.webPage))).status()).toBe(422);
});

test('the public page and the embed show the creator and the license', async ({
  quietPage: page,
  browser,
  baseURL,
}) => {
  await signUp(page);
  const [scene = ''] = await makeScenes(page, 'Lighthouse');
  await publishScene(page, scene);
  const license = page.locator('.viewer-license, .embed-license');
  for (const [path, terms] of [
    ['en/view', 'All rights reserved'],
    ['es/view', 'Todos los derechos reservados'],
    ['en/embed', 'All rights reserved'],
    ['es/embed', 'Todos los derechos reservados'],
  ]) {
    await page.goto(`/${path}/${scene}`);
    await expect(license, path).toHaveText(new RegExp(`^© .+${terms}$`));
  }
  await callApi(page, 'PATCH', `/api/compositions/${scene}`, {
    sharing: { creator: 'Ana Ñandú', license: 'cc-by' },
  });
  // Browsers keep the answer of the scene for a moment.
  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const visitor = await context.newPage();
  const named = visitor.locator('.viewer-license, .embed-license');
  for (const path of ['en/view', 'es/embed']) {
    await visitor.goto(`/${path}/${scene}`);
    await expect(named, path).toContainText('© Ana Ñandú');
    await expect(named.getByRole('link', { name: 'CC BY 4.0', exact: true }), path).toHaveAttribute(
      'href',
      'https://creativecommons.org/licenses/by/4.0/',
    );
  }
  await context.close();
});
