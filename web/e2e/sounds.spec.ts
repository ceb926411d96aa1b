import { ASSET_TYPE } from '@diorama/shared/contract/asset-type.ts';
import { wavFile } from '@diorama/worker-assets/test/sound-files.ts';
import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import {
  callApi,
  expectAccessible,
  makeScenes,
  publishScene,
  putScene,
  signUp,
  uploadFile,
  watchConsole,
} from './helpers.ts';

/** A dark lamp in the middle of the view with a hidden light beside it. */
const LAMP = {
  nodes: {
    lamp: { kind: 'box', name: 'Lamp', props: { size: [2, 2, 2] } },
    light: { kind: 'box', name: 'Light', position: [2, 0, 0], visible: false },
  },
  camera: { position: [0, 0, 8], target: [0, 0, 0], fov: 40 },
};

/** Records the plays of audio elements, in place of the loudspeaker. Queries of the test count as no gesture. */
async function spyOnSounds(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const plays: HTMLMediaElement[] = [];
    Reflect.set(window, 'plays_', plays);
    let hasBeenActive = false;
    for (const event of ['pointerup', 'keydown']) {
      window.addEventListener(event, () => (hasBeenActive = true), { capture: true });
    }
    Object.defineProperty(navigator, 'userActivation', { get: () => ({ hasBeenActive }) });
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function () {
      plays.push(this);
      return play.call(this);
    };
  });
}

/** The played elements as they are now. */
const playsOf = (page: Page) =>
  page.evaluate(() => {
    const plays: HTMLMediaElement[] = Reflect.get(window, 'plays_');
    return plays.map(({ muted, loop, volume }) => ({ muted, loop, volume }));
  });

test('a click on a lamp plays a sound and shows a light, and visitors can mute it', { tag: '@core' }, async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  await signUp(page);
  const [scene = ''] = await makeScenes(page, 'Loud');
  const upload = (name: string, seconds: number) =>
    uploadFile(page, scene, { type: ASSET_TYPE.sound, name, buffer: Buffer.from(wavFile(seconds)) });
  const [click, wind] = [await upload('click.wav', 0.2), await upload('wind.wav', 5)];
  expect(await callApi(page, 'GET', click['@id'])).toMatchObject({ type: 12, extra: { seconds: 0.2 } });
  await putScene(page, scene, {
    ...LAMP,
    interactions: {
      wind: { event: 'start', actions: [{ kind: 'sound', sound: wind['@id'], loop: true, volume: 0.5 }] },
      lamp: {
        node: 'lamp',
        actions: [
          { kind: 'sound', sound: click['@id'] },
          { kind: 'show', node: 'light', mode: 'on' },
        ],
      },
    },
  });
  await publishScene(page, scene);
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce' });
  await spyOnSounds(context);
  const visitor = await context.newPage();
  const expectSilence = watchConsole(visitor);
  await visitor.goto(`/en/view/${scene}`);
  await expect(visitor.locator('.viewer[data-phase="ready"]')).toBeVisible();
  const mute = visitor.getByRole('button', { name: 'Mute sounds', exact: true });
  await expect(mute).toBeVisible();
  // Browsers permit no sound before a gesture.
  expect(await playsOf(visitor)).toEqual([]);
  const canvas = visitor.locator('.scene-stage canvas');
  const { width, height } = (await canvas.boundingBox()) ?? { width: 0, height: 0 };
  await canvas.click({ position: { x: width / 2, y: height / 2 } });
  await expect
    .poll(() => playsOf(visitor))
    .toEqual([
      { muted: false, loop: true, volume: 0.5 },
      { muted: false, loop: false, volume: 1 },
    ]);
  await expectAccessible(visitor);

  await mute.focus();
  await visitor.keyboard.press('Enter');
  await expect(visitor.getByRole('button', { name: 'Unmute sounds', exact: true })).toBeFocused();
  await visitor.getByRole('button', { name: /^Lamp/ }).press('Enter');
  await expect.poll(async () => (await playsOf(visitor)).at(-1)).toMatchObject({ loop: false, muted: true });
  expectSilence();

  // The choice holds in this tab, in the embed of a phone too.
  await visitor.setViewportSize({ width: 390, height: 800 });
  await visitor.goto(`/embed/${scene}`);
  await expect(visitor.locator('#root[data-phase="ready"]')).toBeVisible();
  await visitor.getByRole('button', { name: 'Unmute sounds', exact: true }).click();
  await expect(visitor.getByRole('button', { name: 'Mute sounds', exact: true })).toBeVisible();
  await expect.poll(() => playsOf(visitor)).toMatchObject([{ loop: true, muted: false }]);
  await context.close();
});

test('a sound is uploaded in an interaction, played, and chosen again from the library', async ({
  quietPage: page,
}) => {
  test.slow();
  await spyOnSounds(page.context());
  await signUp(page);
  const [scene = ''] = await makeScenes(page, 'To sound');
  await putScene(page, scene, { ...LAMP, interactions: { lamp: { name: 'Ring', node: 'lamp' } } });
  await page.goto(`/en/builder/${scene}`);
  await page.getByRole('treeitem', { name: 'Lamp', exact: true }).click();
  await page.getByText('Interactions', { exact: true }).click();
  await page.getByRole('button', { name: 'Details of Ring', exact: true }).click();
  await page.getByRole('button', { name: 'Add action', exact: true }).click();
  await page.getByRole('combobox', { name: 'Action 1', exact: true }).click();
  await page.getByRole('option', { name: 'Play a sound', exact: true }).click();
  const upload = async (name: string, bytes: Uint8Array) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload a sound', exact: true }).click();
    const buffer = Buffer.from(bytes);
    await (await chooser).setFiles({ name, mimeType: 'audio/wav', buffer });
  };
  await upload('endless.wav', wavFile(601));
  await expect(page.getByText(/longer than 10 minutes/)).toBeVisible();
  await upload('bell.wav', wavFile(5));
  const listen = page.getByRole('button', { name: 'Play bell.wav', exact: true });
  await listen.click();
  await expect(page.getByRole('button', { name: 'Stop bell.wav', exact: true })).toBeVisible();
  await expect(listen).toBeVisible();
  await expect(page.getByText('5 s · 40 kB', { exact: true })).toBeVisible();
  expect(await playsOf(page)).toMatchObject([{ muted: false, loop: false }]);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove Sound', exact: true }).click();
  await page.getByRole('button', { name: 'Choose Sound from the library', exact: true }).click();
  await page.getByRole('button', { name: 'bell', exact: true }).click();
  await expect(listen).toBeVisible();
  const stored = async () => {
    const { document } = await callApi(page, 'GET', `/api/compositions/${scene}/document`);
    const { interactions } = document as { interactions: Record<string, { actions: object[] }> };
    return interactions.lamp?.actions;
  };
  await expect.poll(stored).toMatchObject([{ kind: 'sound', mode: 'on', volume: 1, loop: false }]);
});
