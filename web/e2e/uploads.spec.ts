import { readFile, writeFile } from 'node:fs/promises';
import { ONE_PIXEL, tiffOf, triangleGlb } from '@diorama/stack/test/tiny-files.ts';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { callApi, drop, expectAccessible, makeScenes, signUp } from './helpers.ts';
import { colorCount, pictureOf } from './pixels.ts';
import { samplePath } from './samples.ts';

const CHUNK = 8_000_000;

const isSaved = (page: Page) => page.getByRole('status').filter({ hasText: /^Saved$/ });
const imports = (page: Page) => page.getByRole('region', { name: 'Imports', exact: true });

const openScene = async (page: Page, name: string) => {
  const [uuid = ''] = await makeScenes(page, name);
  await page.goto(`/en/builder/${uuid}`);
  await expect(isSaved(page)).toBeVisible();
  return uuid;
};

test('a large upload survives a lost network and a reload, and resends no stored chunk', async ({
  page,
}, info) => {
  await signUp(page);
  await openScene(page, 'Heavy');
  const file = triangleGlb({ unused: 2.5 * CHUNK });
  const path = info.outputPath('engine.glb');
  await writeFile(path, file);

  const offsets: number[] = [];
  let cut = false;
  let held = true;
  await page.route(/\/api\/uploads\/[0-9a-f]+$/, async (route) => {
    const request = route.request();
    if (cut) {
      await route.abort('internetdisconnected');
      return;
    }
    const offset = Number(request.headers()['upload-offset'] ?? -1);
    if (request.method() !== 'PATCH') {
      await route.continue();
      return;
    }
    if (offset === CHUNK && !offsets.includes(0 - CHUNK)) {
      // The network fails during the second piece.
      cut = true;
      offsets.push(0 - CHUNK);
      await route.abort('internetdisconnected');
      return;
    }
    if (offset === 2 * CHUNK && held) {
      // The third one hangs until the page is reloaded.
      return;
    }
    offsets.push(offset);
    await route.continue();
  });

  await page.getByLabel('Import a model', { exact: true }).setInputFiles(path);
  const chip = (text: RegExp) => imports(page).getByText(text);
  await expect(chip(/^engine: \d+\s?% uploaded\. No connection; resumes automatically\.$/)).toBeVisible();
  cut = false;
  await expect.poll(() => offsets).toEqual([0, 0 - CHUNK, CHUNK]);
  await expect(chip(/^engine: uploading \d+\s?%$/)).toBeVisible();
  await imports(page).getByRole('button', { name: 'Pause engine', exact: true }).click();
  await expect(chip(/^engine: paused at \d+\s?%$/)).toBeVisible();

  await page.reload();
  await expect(isSaved(page)).toBeVisible();
  await expect(
    imports(page).getByText('An upload was interrupted. Drop the file again to continue.', { exact: true }),
  ).toBeVisible();
  held = false;
  await page.getByLabel('Import a model', { exact: true }).setInputFiles(path);
  await expect(chip(/^engine is ready$/)).toBeVisible();
  // Pieces that arrived before the reload are not sent again, and the scene holds the model once.
  expect(offsets).toEqual([0, 0 - CHUNK, CHUNK, 2 * CHUNK]);
  const outliner = page.getByRole('region', { name: 'Outliner', exact: true });
  await expect(outliner.getByRole('treeitem')).toHaveCount(1);
});

test('an import names its missing image and accepts it afterwards', {
  tag: ['@core', '@hosts'],
}, async ({ page }) => {
  await signUp(page);
  await openScene(page, 'Forgotten');
  const text = (content: string) => Buffer.from(content).toString('base64');
  const obj =
    'mtllib table.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nusemtl wood\nf 1/1 2/2 3/3\n';
  const viewport = page.getByRole('application', { name: 'Viewport', exact: true });
  await drop(viewport, [
    ['table.obj', text(obj)],
    ['table.mtl', text('newmtl wood\nKd 1 1 1\nmap_Kd oak.png\n')],
  ]);
  const lacks = imports(page).getByText('Missing oak.png. Drop them here to add them.', { exact: true });
  await expect(lacks).toBeVisible();
  await expect(page.getByText(/^1 triangle · /)).toBeVisible();
  await imports(page).getByRole('button', { name: 'What changed', exact: true }).click();
  const report = page.getByRole('dialog', { name: 'Import of table', exact: true });
  await expect(report.getByText('oak.png', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await drop(lacks, [['oak.png', ONE_PIXEL.toString('base64')]]);
  await expect(lacks).toBeHidden();
  await expect(imports(page).getByText('table is ready', { exact: true })).toBeVisible();
  await expect(lacks).toBeHidden();
});

test('an imported STL is scaled and rotated upright, and an OBJ finds a texture with another extension', async ({
  quietPage: page,
}) => {
  await signUp(page);
  const uuid = await openScene(page, 'Part');
  const text = (content: string) => Buffer.from(content).toString('base64');
  const corners = ['0 0 0', '50 0 0', '0 50 20'].map((corner) => `vertex ${corner}`).join('\n');
  const viewport = page.getByRole('application', { name: 'Viewport', exact: true });
  const stl = `solid part\nfacet normal 0 0 1\nouter loop\n${corners}\nendloop\nendfacet\nendsolid part\n`;
  await drop(viewport, [['part.stl', text(stl)]]);
  await expect(
    imports(page).getByText('part measures 50 m in its file. It is shown at its most likely size, 0.05 m.', {
      exact: true,
    }),
  ).toBeVisible();
  await imports(page).getByRole('button', { name: 'Lying flat: stand it up', exact: true }).click();
  await expect(
    imports(page).getByRole('button', { name: 'Lying flat: stand it up', exact: true }),
  ).toBeHidden();
  await imports(page).getByRole('button', { name: 'Millimeters: 0.05 m', exact: true }).click();
  await expect(imports(page).getByText(/^part measures 50 m/)).toBeHidden();
  await imports(page).getByRole('button', { name: 'Dismiss part', exact: true }).click();
  await expect(imports(page)).toBeHidden();
  const partOf = async () => {
    const { document } = await callApi(page, 'GET', `/api/compositions/${uuid}/document`);
    const { nodes } = document as { nodes: Record<string, { scale: number[]; rotation: number[] }> };
    return Object.values(nodes)[0];
  };
  await expect.poll(async () => (await partOf())?.scale).toEqual([0.001, 0.001, 0.001]);
  expect((await partOf())?.rotation[0]).toBeCloseTo(-Math.SQRT1_2, 5);

  const obj = 'mtllib t.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nusemtl wood\nf 1/1 2/2 3/3\n';
  await drop(viewport, [
    ['t.obj', text(obj)],
    ['t.mtl', text('newmtl wood\nKd 1 1 1\nmap_Kd C:\\maps\\oak.psd\n')],
    ['oak.png', ONE_PIXEL.toString('base64')],
  ]);
  await imports(page).getByRole('button', { name: 'What changed', exact: true }).click();
  const report = page.getByRole('dialog', { name: 'Import of t', exact: true });
  await expect(
    report.getByText('oak.psd was not found. oak.png was used instead.', { exact: true }),
  ).toBeVisible();
});

test('several imports are one line on a phone, which opens a sheet with all of them', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signUp(page);
  await openScene(page, 'Crowded');
  await page.route(/\/api\/assets\/upload$/, (route) => route.abort('failed'));
  const file = (name: string) => ({
    name,
    mimeType: 'model/gltf-binary',
    buffer: Buffer.from(triangleGlb()),
  });
  await page
    .getByLabel('Import a model', { exact: true })
    .setInputFiles([file('chair.glb'), file('lamp.glb')]);
  const line = imports(page).getByRole('button', { name: /^2 imports · 2 failed$/ });
  await expect(line).toBeVisible();
  await expect(imports(page).getByRole('button')).toHaveCount(1);
  await line.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Imports', exact: true });
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Remove chair', exact: true }).click();
  await expect(sheet.getByRole('button', { name: 'Remove lamp', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  // A single import shows its own result.
  await expect(imports(page).getByRole('button', { name: 'Remove lamp', exact: true })).toBeVisible();
});

test('failed uploads of dropped images can be retried or removed, and report when they are ready', async ({
  page,
}) => {
  await signUp(page);
  await openScene(page, 'Gallery');
  let isAway = true;
  await page.route(/\/api\/assets\/upload$/, (route) => (isAway ? route.abort('failed') : route.continue()));
  const viewport = page.getByRole('application', { name: 'Viewport', exact: true });
  const picture = (name: string): [string, string] => [
    name,
    Buffer.concat([ONE_PIXEL, Buffer.from(name)]).toString('base64'),
  ];
  await drop(viewport, [picture('sky.png'), picture('sea.png')]);
  const again = imports(page).getByRole('button', { name: 'Try again', exact: true });
  await expect(again).toHaveCount(2);
  await imports(page).getByRole('button', { name: 'Remove sea', exact: true }).click();
  await expect(again).toHaveCount(1);
  isAway = false;
  await again.click();
  await expect(imports(page).getByText('sky is ready', { exact: true })).toBeVisible();
  const outliner = page.getByRole('region', { name: 'Outliner', exact: true });
  await expect(outliner.getByRole('treeitem')).toHaveCount(1);
});

const HEIC = samplePath('image/rainbow.heic');

for (const { name, file, read, size, colors } of [
  {
    name: 'TIFF',
    file: 'photo.tif',
    read: async () => tiffOf({ width: 8, height: 4, color: [200, 30, 30] }),
    size: [2, 1],
    colors: [[200, 30, 30]],
  },
  {
    name: 'HEIC',
    file: 'rainbow.heic',
    read: async () => readFile(HEIC ?? ''),
    size: [451 / 461, 1],
    // The corners of the sample, and its middle.
    colors: [
      [184, 57, 255],
      [84, 216, 255],
      [255, 99, 64],
      [128, 255, 58],
      [255, 247, 242],
    ],
  },
]) {
  test(`an image in ${name}, which the browser cannot decode, gets its size from its import and shows its colors`, async ({
    page,
  }) => {
    test.skip(name === 'HEIC' && HEIC === null, 'The samples are not on this machine');
    await signUp(page);
    const uuid = await openScene(page, 'Darkroom');
    const viewport = page.getByRole('application', { name: 'Viewport', exact: true });
    await drop(viewport, [[file, (await read()).toString('base64')]]);
    await expect(imports(page).getByText(/ is ready$/)).toBeVisible();
    await expect
      .poll(async () => {
        const { document } = await callApi(page, 'GET', `/api/compositions/${uuid}/document`);
        const { nodes } = document as { nodes: Record<string, { props: object }> };
        return Object.values(nodes).map(({ props }) => props);
      })
      .toEqual([expect.objectContaining({ size, isLit: false })]);
    await page.keyboard.press('f');
    for (const color of colors) {
      await expect
        .poll(async () => await colorCount(page, await pictureOf(viewport), color))
        .toBeGreaterThan(5);
    }
  });
}

test('a file of another program is rejected with export instructions, by its name and by its content', {
  tag: '@core',
}, async ({ page }) => {
  await signUp(page);
  await openScene(page, 'Foreign');
  const viewport = page.getByRole('application', { name: 'Viewport', exact: true });
  const blend = Buffer.from('BLENDER-v401RENDH').toString('base64');
  await drop(viewport, [['house.skp', blend]]);
  await expect(
    page.getByText(/^house\.skp: SketchUp files cannot be opened\. In SketchUp, choose/),
  ).toBeVisible();
  await drop(viewport, [['chair.glb', blend]]);
  await expect(
    imports(page).getByText(/^chair: Blender files cannot be opened\. In Blender, choose/),
  ).toBeVisible();
});

test('a dozen failed imports are one line, and their pins do not overlap on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 1180 });
  await signUp(page);
  await openScene(page, 'Dozen');
  await page.route(/\/api\/assets\/upload$/, (route) => route.abort('failed'));
  const names = Array.from({ length: 12 }, (_, at) => `part${at}`);
  await page.getByLabel('Import a model', { exact: true }).setInputFiles(
    names.map((name) => ({
      name: `${name}.glb`,
      mimeType: 'model/gltf-binary',
      buffer: Buffer.from(triangleGlb()),
    })),
  );
  await expect(imports(page).getByRole('button', { name: /^12 imports · 12 failed$/ })).toBeVisible();
  await expect(imports(page).getByRole('button')).toHaveCount(1);
  await page.setViewportSize({ width: 390, height: 844 });
  const pins = page.getByRole('group', { name: /: import failed$/ });
  await expect(pins).toHaveCount(12);
  await expect
    .poll(async () => {
      const boxes = await Promise.all((await pins.all()).map((pin) => pin.boundingBox()));
      return boxes.flatMap((a, at) => boxes.slice(at + 1).filter((b) => a && b && areOver(a, b))).length;
    })
    .toBe(0);
});

type Box = { x: number; y: number; width: number; height: number };

function areOver(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
