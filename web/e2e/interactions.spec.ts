import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Locator, Page } from '@playwright/test';
import { startHost } from './embed-host.ts';
import { expect, test } from './fixtures.ts';
import {
  callApi,
  expectAccessible,
  makeScenes,
  publishScene,
  putScene,
  signUp,
  watchConsole,
} from './helpers.ts';
import { differentShare, pictureOf } from './pixels.ts';

/** A lamp in the middle of the view, whose paint glows in the state of a click. */
const LAMP = {
  nodes: { lamp: { kind: 'box', name: 'Lamp', material: 'paint', props: { size: [2, 2, 2] } } },
  materials: { paint: { color: '#101010' } },
  states: { on: { name: 'On', values: { 'materials/paint/emissive': '#ff2020' } } },
  interactions: { light: { node: 'lamp', actions: [{ kind: 'state', state: 'on', seconds: 0.5 }] } },
  camera: { position: [0, 0, 8], target: [0, 0, 0], fov: 40 },
};

/** Publishes a scene and opens it as a visitor, who counts the requested frames in `window.frames_`. */
async function visit(
  { page, browser, baseURL }: { page: Page; browser: Browser; baseURL: string | undefined },
  members: object,
  reducedMotion: 'reduce' | 'no-preference',
): Promise<{ uuid: string; visitor: Page; canvas: Locator; requests: () => Promise<number> }> {
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Lit');
  await putScene(page, uuid, members);
  await publishScene(page, uuid);
  const context = await browser.newContext({ baseURL, reducedMotion });
  const visitor = await context.newPage();
  await visitor.addInitScript(() => {
    const request = window.requestAnimationFrame.bind(window);
    let count = 0;
    window.requestAnimationFrame = (callback) => {
      count += 1;
      return request(callback);
    };
    Object.defineProperty(window, 'frameRequests', { get: () => count });
  });
  await visitor.goto(`/en/view/${uuid}`);
  await expect(visitor.locator('.viewer[data-phase="ready"]')).toBeVisible();
  const canvas = visitor.locator('.scene-stage canvas');
  const requests = () => visitor.evaluate(() => Number(Reflect.get(window, 'frameRequests')));
  return { uuid, visitor, canvas, requests };
}

/** Waits until no more frames are requested. */
async function expectIdle(visitor: Page, requests: () => Promise<number>): Promise<void> {
  await expect
    .poll(async () => {
      const before = await requests();
      await visitor.waitForTimeout(400);
      return (await requests()) - before;
    })
    .toBe(0);
}

test('a lamp is switched by click and keyboard, at once with reduced motion', { tag: '@core' }, async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  const { visitor, canvas, requests } = await visit({ page, browser, baseURL }, LAMP, 'reduce');
  const expectSilence = watchConsole(visitor);
  const button = visitor.getByRole('button', { name: 'Lamp', exact: true });
  await expect(button).toBeAttached();
  await expectIdle(visitor, requests);
  const off = await pictureOf(canvas);
  const { width, height } = (await canvas.boundingBox()) ?? { width: 0, height: 0 };
  const middle = { position: { x: width / 2, y: height / 2 } };
  await canvas.hover(middle);
  await expect(canvas).toHaveCSS('cursor', 'pointer');
  await canvas.click(middle);
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(async () => differentShare(visitor, off, await pictureOf(canvas))).toBeGreaterThan(0.02);
  await expectIdle(visitor, requests);

  // Keyboards and screen readers reach it by a button, which is seen while it has the focus.
  await button.focus();
  await expect(button).toBeInViewport();
  await expectAccessible(visitor);
  await button.press('Enter');
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  await visitor.locator('body').click({ position: { x: 5, y: 400 } });
  await expect.poll(async () => differentShare(visitor, off, await pictureOf(canvas))).toBeLessThan(0.005);
  await canvas.hover({ position: { x: 20, y: height / 2 } });
  await expect(canvas).not.toHaveCSS('cursor', 'pointer');
  expectSilence();
  await visitor.context().close();
});

test('a lamp gets a recorded state and an interaction in its inspector, and visitors switch it', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  const expectSilence = watchConsole(page);
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'To light');
  await putScene(page, uuid, { ...LAMP, states: {}, interactions: {} });
  await page.goto(`/en/builder/${uuid}`);
  const lamp = page.getByRole('treeitem', { name: 'Lamp', exact: true });
  await expect(lamp).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('trigger');
  await page.getByRole('option', { name: /^States and interactions/ }).click();
  await page.getByRole('button', { name: 'Add state', exact: true }).click();
  await page.getByRole('button', { name: 'Record State 1', exact: true }).click();
  const note = page.getByRole('status').filter({ hasText: 'Recording State 1' });
  await expect(note).toBeVisible();
  await lamp.click();
  await page.getByRole('switch', { name: 'Visible', exact: true }).click();
  await expect(note.getByText('1 change', { exact: true })).toBeVisible();
  await note.getByRole('button', { name: 'Stop recording', exact: true }).click();
  await expect(page.getByRole('switch', { name: 'Visible', exact: true })).toBeChecked();

  // The section of the same name stays open from the scene's panel.
  await page.getByRole('button', { name: 'Add interaction', exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'State', exact: true })).toHaveText('State 1');
  await page.getByRole('combobox', { name: 'Motion', exact: true }).click();
  await page.getByRole('option', { name: 'Face the camera', exact: true }).click();
  await expectAccessible(page);

  // The preview shows the state to this user only, and ends with the next edit.
  await page.keyboard.press('Escape');
  await page
    .getByRole('application', { name: 'Viewport', exact: true })
    .click({ position: { x: 400, y: 120 } });
  await page.getByRole('button', { name: 'Preview State 1', exact: true }).click();
  await expect(page.getByRole('button', { name: 'End preview of State 1', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'End preview of State 1', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible();
  const { document } = await callApi(page, 'GET', `/api/compositions/${uuid}/document`);
  const { states, interactions, motions } = document as Record<string, Record<string, object>>;
  expect(Object.values(states ?? {})).toMatchObject([
    { name: 'State 1', values: { 'nodes/lamp/visible': false } },
  ]);
  expect(Object.values(interactions ?? {})).toMatchObject([
    {
      node: 'lamp',
      event: 'click',
      actions: [{ kind: 'state', state: Object.keys(states ?? {})[0], toggles: true }],
    },
  ]);
  expect(Object.values(motions ?? {})).toMatchObject([{ node: 'lamp', kind: 'look' }]);
  expectSilence();

  await publishScene(page, uuid);
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce' });
  const visitor = await context.newPage();
  await visitor.goto(`/en/view/${uuid}`);
  const canvas = visitor.locator('.scene-stage canvas');
  const button = visitor.getByRole('button', { name: 'Lamp', exact: true });
  await expect(button).toBeAttached();
  const there = await pictureOf(canvas);
  const { width, height } = (await canvas.boundingBox()) ?? { width: 0, height: 0 };
  await canvas.click({ position: { x: width / 2, y: height / 2 } });
  await expect
    .poll(async () => differentShare(visitor, there, await pictureOf(canvas)))
    .toBeGreaterThan(0.02);
  await context.close();
});

test('without reduced motion the lamp is animated, and a spinning one keeps moving', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  const actions = [{ kind: 'state', state: 'on', seconds: 2 }];
  const slow = { ...LAMP, interactions: { light: { ...LAMP.interactions.light, actions } } };
  const { visitor, requests } = await visit({ page, browser, baseURL }, slow, 'no-preference');
  const button = visitor.getByRole('button', { name: 'Lamp', exact: true });
  await expect(button).toBeAttached();
  await expectIdle(visitor, requests);
  const before = await requests();
  await button.press('Enter');
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  // Two seconds are several frames even where each is slow; a jump takes two.
  await expect.poll(requests).toBeGreaterThan(before + 3);
  await expectIdle(visitor, requests);
  const [other = ''] = await makeScenes(page, 'Spinning');
  await putScene(page, other, { ...LAMP, motions: { turn: { node: 'lamp' } } });
  await publishScene(page, other);
  await visitor.goto(`/en/view/${other}`);
  await expect(button).toBeAttached();
  const start = await requests();
  await expect.poll(requests).toBeGreaterThan(start + 5);
  await visitor.emulateMedia({ reducedMotion: 'reduce' });
  await expectIdle(visitor, requests);
  await visitor.context().close();
});

test('an embedded scene sends messages to its page, follows its scrolling, and opens links after a click', async ({
  page,
  baseURL,
}) => {
  test.slow();
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'In a shop');
  const message = (text: string) => ({ kind: 'message', text });
  await putScene(page, uuid, {
    ...LAMP,
    interactions: {
      begin: {
        name: 'Begin',
        event: 'start',
        actions: [message('seen'), { kind: 'link', url: `${baseURL}/a` }],
      },
      later: { name: 'Later', event: 'delay', seconds: 0.2, actions: [message('waited')] },
      end: { name: 'End', event: 'scroll', position: 0.9, actions: [message('scrolled')] },
      buy: { node: 'lamp', actions: [message('bought'), { kind: 'link', url: `${baseURL}/favicon.svg` }] },
    },
  });
  await publishScene(page, uuid);
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><title>Shop</title>
      <iframe src="${baseURL}/embed/${uuid}" width="640" height="360"></iframe>
      <script>
        window.heard = [];
        addEventListener('message', ({ data }) => heard.push(data));
        window.say = (message) => frames[0].postMessage({ diorama: 1, ...message }, '*');
        // A busy page answers after the interactions of the start.
        const answer = () => setTimeout(say, 1_000, { type: 'follow-camera', on: false });
        addEventListener('message', ({ data }) => data.type === 'ready' && answer());
      </script>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const texts = () =>
      page.evaluate(() =>
        (Reflect.get(window, 'heard') as { type: string; name: string; text: string }[])
          .filter(({ type }) => type === 'interaction')
          .map(({ name, text }) => `${name}: ${text}`),
      );
    await expect.poll(texts).toEqual(expect.arrayContaining(['Begin: seen', 'Later: waited']));
    expect(page.context().pages()).toHaveLength(1);
    await page.evaluate(() => Reflect.get(window, 'say')({ type: 'scroll', position: 0.95 }));
    await expect.poll(texts).toContain('End: scrolled');
    const popup = page.waitForEvent('popup');
    await page.frameLocator('iframe').getByRole('button', { name: 'Lamp', exact: true }).press('Enter');
    expect((await popup).url()).toContain('/favicon.svg');
    await expect.poll(texts).toContain(': bought');
  } finally {
    server.close();
  }
});

test('a scene selects a choice at its start and on click, and updates its address and host', async ({
  page,
  browser,
  baseURL,
}) => {
  const members = {
    ...LAMP,
    states: {},
    options: { light: { name: 'Light' } },
    choices: {
      off: { option: 'light', name: 'Off', sku: 'L0' },
      red: {
        option: 'light',
        name: 'Red',
        index: 'a1',
        sku: 'LR',
        values: { 'materials/paint/emissive': '#ff2020' },
      },
    },
    interactions: {
      begin: { event: 'start', actions: [{ kind: 'choice', choice: 'red' }] },
      stop: { node: 'lamp', actions: [{ kind: 'choice', choice: 'off' }] },
    },
    // The values of motions are drawn over the choice from the next frame on; this one moves nothing.
    motions: { rest: { node: 'lamp', kind: 'float', distance: 0 } },
  };
  const { uuid, visitor, canvas } = await visit({ page, browser, baseURL }, members, 'no-preference');
  await expect(visitor).toHaveURL(/\?light=red$/);
  await expect(visitor.getByRole('radio', { name: 'Red', exact: true })).toBeChecked();
  const red = await pictureOf(canvas);
  await visitor.getByRole('button', { name: 'Lamp', exact: true }).press('Enter');
  await expect(visitor).not.toHaveURL(/light=/);
  await expect.poll(async () => differentShare(visitor, red, await pictureOf(canvas))).toBeGreaterThan(0.02);
  await visitor.context().close();

  const host = await startHost(`${baseURL}/embed/${uuid}`);
  try {
    await page.goto(host.url);
    const told = () =>
      page.evaluate(() => {
        const all: { type: string; sku?: string }[] = Reflect.get(window, 'heard');
        return all.filter(({ type }) => type === 'choices').map(({ sku }) => sku);
      });
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'heard').length)).toBeGreaterThan(0);
    await page.evaluate(() => Reflect.get(window, 'say')({ type: 'hello' }));
    await expect.poll(async () => (await told()).at(-1)).toBe('LR');
  } finally {
    host.server.close();
  }
});
