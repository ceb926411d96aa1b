import type { Page } from '@playwright/test';
import { startHost } from './embed-host.ts';
import { expect, test } from './fixtures.ts';
import {
  callApi,
  expectAccessible,
  expectNoSidewaysScroll,
  makeScenes,
  publishScene,
  putScene,
  signUp,
  WORKER_WITHIN,
  watchConsole,
} from './helpers.ts';
import { readGlb, readUsdz } from './scene-files.ts';

const CHAIR = {
  nodes: {
    seat: { kind: 'box', name: 'Seat', position: [0, 0.5, 0], props: { size: [1, 0.1, 1] }, material: 'oak' },
    arms: { kind: 'box', name: 'Arms', index: 'a1', position: [0, 0.8, 0], props: { size: [1.2, 0.1, 0.1] } },
  },
  materials: { oak: { name: 'Oak', color: '#b48a5a' }, red: { name: 'Red paint', color: '#ff0000' } },
};

/** The choices of a scene by name, as they are stored. */
async function choicesOf(page: Page, uuid: string): Promise<Record<string, Record<string, unknown>>> {
  const { document } = await callApi(page, 'GET', `/api/compositions/${uuid}/document`);
  const { choices } = document as { choices: Record<string, { name: string }> };
  return Object.fromEntries(Object.values(choices).map((choice) => [choice.name, choice]));
}

/** Types a value into a text field of the editor and leaves it. */
async function type(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole('textbox', { name: label, exact: true }).fill(text);
  await page.keyboard.press('Enter');
}

test('an editor records the options of a chair, and visitors choose among them', { tag: '@core' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const expectSilence = watchConsole(page);
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Chair');
  await putScene(page, uuid, CHAIR);
  await page.goto(`/en/builder/${uuid}`);
  await expect(page.getByRole('treeitem', { name: 'Seat', exact: true })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('configurator');
  await page.getByRole('option', { name: /^Options/ }).click();
  await page.getByRole('button', { name: 'Add option', exact: true }).click();
  await type(page, 'Name of option 1', 'Color');
  await type(page, 'Name of choice 1 of Color', 'Oak');
  await page.getByRole('button', { name: 'Add a choice to Color', exact: true }).click();
  await type(page, 'Name of choice 2 of Color', 'Red');
  await type(page, 'Price', '€ 500');
  await type(page, 'SKU', 'RED');

  await page.getByRole('button', { name: 'Record Red', exact: true }).click();
  const note = page.getByRole('status').filter({ hasText: 'Recording Red' });
  await expect(note).toBeVisible();
  await page.getByRole('treeitem', { name: 'Seat', exact: true }).click();
  await page.getByRole('combobox', { name: 'Material', exact: true }).click();
  await page.getByRole('option', { name: 'Red paint', exact: true }).click();
  await page.getByRole('treeitem', { name: 'Arms', exact: true }).click();
  await page.keyboard.press('Delete');
  await expect(note.getByText('2 changes', { exact: true })).toBeVisible();
  await note.getByRole('button', { name: 'Stop recording', exact: true }).click();
  await expect(note).toBeHidden();
  await expect
    .poll(async () => (await choicesOf(page, uuid)).Red)
    .toMatchObject({
      price: '€ 500',
      sku: 'RED',
      values: { 'nodes/seat/material': 'red', 'nodes/arms/visible': false },
    });
  expect((await choicesOf(page, uuid)).Oak).toMatchObject({ values: {} });
  // The scene itself is as before.
  await page.getByRole('treeitem', { name: 'Seat', exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'Material', exact: true })).toHaveText('Oak');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Details of Red', exact: true }).click();
  await page.getByRole('button', { name: 'Remove Visibility of Arms', exact: true }).click();
  await expect
    .poll(async () => (await choicesOf(page, uuid)).Red?.values)
    .toEqual({ 'nodes/seat/material': 'red' });
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Remove Visibility of Arms', exact: true })).toBeVisible();
  await expectAccessible(page);
  expectSilence();

  await publishScene(page, uuid);
  const stranger = await browser.newContext({
    baseURL: baseURL ?? '',
    viewport: { width: 390, height: 800 },
  });
  const view = await stranger.newPage();
  const expectSilenceThere = watchConsole(view);
  await view.goto(`/en/view/${uuid}`);
  await expect(view.getByRole('radio', { name: 'Oak', exact: true })).toBeChecked();
  await view.getByRole('radio', { name: 'Oak', exact: true }).focus();
  await view.keyboard.press('ArrowRight');
  await expect(view.getByRole('radio', { name: 'Red', exact: true })).toBeChecked();
  await expect(view.getByText('€ 500', { exact: true })).toBeVisible();
  await expect(view).toHaveURL(/\?color=red$/);
  await expectNoSidewaysScroll(view);
  await expectAccessible(view);
  // The files are made for this combination, and a phone is led to it.
  const ar = view.getByRole('button', { name: 'View in your space', exact: true });
  await expect(ar).toBeEnabled(WORKER_WITHIN);
  await ar.click();
  await expect(view.getByRole('textbox', { name: 'Address of this scene', exact: true })).toHaveValue(
    /\?color=red#ar$/,
  );
  const usdz = await view
    .getByRole('link', { name: 'USDZ for iPhone and iPad', exact: true })
    .getAttribute('href');
  const published = await (await view.request.get(`/api/public/scenes/${uuid}`)).json();
  expect(usdz).not.toBe(published.output.usdz);
  expect((await view.request.get(usdz ?? '')).status()).toBe(200);
  await view.goto(`/en/view/${uuid}?color=red&color=gone&other=1`);
  await expect(view.getByRole('radio', { name: 'Red', exact: true })).toBeChecked();
  await view.goto(`/en/view/${uuid}?color=gone`);
  await expect(view.getByRole('radio', { name: 'Oak', exact: true })).toBeChecked();
  expectSilenceThere();
  await stranger.close();
});

/** Opens the AR files of a combination: blue and with feet, and with nothing of the other choices. */
async function expectBlueFiles(page: Page, uuid: string, choices: Record<string, string>): Promise<void> {
  const files = async () =>
    (await page.request.post(`/api/public/scenes/${uuid}/option-files`, { data: { choices } })).json();
  await expect.poll(async () => (await files()).status, WORKER_WITHIN).toBe('completed');
  const { glb, glbAr, usdz } = await files();
  for (const address of [glb, glbAr]) {
    const { materials, scenes } = readGlb(await (await page.request.get(address)).body());
    const names = materials?.map(({ name }) => name);
    expect(names).toContain('Blue paint');
    expect(names).not.toContain('Oak');
    expect(names).not.toContain('Red paint');
    const options = [{ choices: [{}, {}, { name: 'Blue', isChosen: true }] }, {}, {}];
    expect(scenes).toMatchObject([{ extras: { options } }]);
  }
  const { paths, colors } = readUsdz(await (await page.request.get(usdz)).body());
  expect(colors).toContainEqual([0, 0, 1]);
  expect(colors).not.toContainEqual([1, 0, 0]);
  expect(paths.some((path) => path.endsWith('/Feet'))).toBe(true);
}

test('a host page reads the price of the chosen options from an embed and sets choices', async ({
  page,
  stack,
}) => {
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Chair');
  await putScene(page, uuid, {
    ...CHAIR,
    nodes: {
      ...CHAIR.nodes,
      feet: { kind: 'cylinder', name: 'Feet', index: 'a2', visible: false, props: { height: 0.4 } },
    },
    materials: { ...CHAIR.materials, blue: { name: 'Blue paint', color: '#0000ff' } },
    options: {
      color: { name: 'Color' },
      arms: { name: 'Arms', index: 'a1' },
      feet: { name: 'Feet', index: 'a2' },
    },
    choices: {
      blue: {
        option: 'color',
        name: 'Blue',
        index: 'a2',
        sku: 'BLUE',
        price: '€ 520',
        values: { 'nodes/seat/material': 'blue' },
      },
      plain: { option: 'feet', name: 'Plain' },
      wood: {
        option: 'feet',
        name: 'Wood',
        index: 'a1',
        sku: 'W',
        price: '+ € 20',
        values: { 'nodes/feet/visible': true },
      },
      oak: { option: 'color', name: 'Oak', sku: 'OAK', price: '€ 480' },
      red: {
        option: 'color',
        name: 'Red',
        index: 'a1',
        sku: 'RED',
        price: '€ 500',
        values: { 'nodes/seat/material': 'red' },
      },
      with: { option: 'arms', name: 'With', sku: 'A', price: '+ € 40' },
      without: {
        option: 'arms',
        name: 'Without',
        index: 'a1',
        excludes: ['red'],
        values: { 'nodes/arms/visible': false },
      },
    },
  });
  await publishScene(page, uuid);
  // A shop as in docs/embed.md, which keeps all messages for this test.
  const host = await startHost(`${stack.url}/embed/${uuid}`);
  try {
    await page.goto(host.url);
    const last = (kind: string) =>
      page.evaluate((wanted) => {
        const all: { type: string; picture?: string }[] = Reflect.get(window, 'heard');
        return all.filter((message) => message.type === wanted).at(-1) ?? null;
      }, kind);
    const say = (message: object) => page.evaluate((said) => Reflect.get(window, 'say')(said), message);
    await expect
      .poll(() => last('ready'))
      .toMatchObject({
        options: [
          {
            key: 'color',
            choices: [
              { key: 'oak', name: 'Oak', sku: 'OAK', price: '€ 480' },
              { key: 'red', name: 'Red' },
              { key: 'blue', price: '€ 520' },
            ],
          },
          { key: 'arms' },
          { key: 'feet', choices: [{ key: 'plain' }, { key: 'wood', price: '+ € 20' }] },
        ],
      });
    await say({ type: 'choose', choices: { color: 'red', nonsense: 'x' } });
    await expect
      .poll(() => last('choices'))
      .toMatchObject({
        sku: 'RED-A',
        price: '€ 500 + € 40',
        choices: { color: 'red', arms: 'with' },
        link: `${stack.url}/view/${uuid}?color=red&arms=with&feet=plain`,
      });
    expect((await last('choices'))?.picture).toMatch(/^data:image\/jpeg;base64,/);
    const frame = page.frameLocator('iframe');
    await expect(frame.getByRole('radio', { name: 'Red', exact: true })).toBeChecked();
    // A choice that excludes another one changes that.
    await frame.getByRole('radio', { name: 'Without', exact: true }).check({ force: true });
    await expect
      .poll(() => last('choices'))
      .toMatchObject({ sku: 'OAK', choices: { color: 'oak', arms: 'without' } });
    await say({ type: 'choose', choices: { color: 'blue', arms: 'with', feet: 'wood' } });
    await expect
      .poll(() => last('choices'))
      .toMatchObject({ sku: 'BLUE-A-W', price: '€ 520 + € 40 + € 20', choices: { color: 'blue' } });
    await expectBlueFiles(page, uuid, { color: 'blue', arms: 'with', feet: 'wood' });
    await say({ type: 'choose', choices: 'red' });
    await expect.poll(() => last('refused')).toMatchObject({ reason: 'malformed' });
  } finally {
    host.server.close();
  }
});

test('an editor translates a scene, and visitors read it in their language', async ({
  page,
  browser,
  baseURL,
}) => {
  const expectSilence = watchConsole(page);
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Chair');
  await putScene(page, uuid, {
    nodes: {
      seat: { kind: 'box', name: 'Box 1', description: 'A wide seat' },
      front: { kind: 'camera', name: 'Front', position: [0, 1, 6] },
    },
    interactions: { lift: { node: 'seat', name: 'Lift' }, hold: { node: 'seat' } },
    options: { color: { name: 'Color' } },
    choices: {
      oak: { option: 'color', name: 'Oak' },
      red: { option: 'color', name: 'Red', index: 'a1', values: { 'nodes/seat/scale': [2, 1, 1] } },
    },
  });
  await page.goto(`/en/builder/${uuid}`);
  await expect(page.getByRole('treeitem', { name: 'Box 1', exact: true })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('localize');
  await page.getByRole('option', { name: /^Scene languages/ }).click();
  await page.getByRole('combobox', { name: 'Add language', exact: true }).click();
  await page.getByRole('option', { name: 'Spanish', exact: true }).click();
  await expect(page.getByText('0 of 7', { exact: true })).toBeVisible();
  const texts: [string, string][] = [
    ['Scene title', 'Silla'],
    ['Red', 'Roja'],
    ['A wide seat', 'Un asiento ancho'],
    ['Front', 'Frente'],
    ['Lift', 'Levantar'],
  ];
  for (const [own, translated] of texts) {
    await page.getByRole('textbox', { name: own, exact: true }).fill(translated);
    await page.keyboard.press('Tab');
  }
  await expect(page.getByText('4 of 7', { exact: true })).toBeVisible();
  await expect
    .poll(async () => (await callApi(page, 'GET', `/api/compositions/${uuid}/document`)).document)
    .toMatchObject({
      translations: {
        en: { original: true },
        es: {
          title: 'Silla',
          values: {
            'choices/red/name': 'Roja',
            'nodes/seat/description': 'Un asiento ancho',
            'nodes/front/name': 'Frente',
            'interactions/lift/name': 'Levantar',
          },
        },
      },
    });
  await expectAccessible(page);
  await publishScene(page, uuid);
  expectSilence();

  const visit = await browser.newContext({ baseURL: baseURL ?? '', locale: 'es-MX' });
  const visitor = await visit.newPage();
  const expectVisitSilence = watchConsole(visitor);
  await visitor.goto(`/view/${uuid}`);
  await expect(visitor.getByRole('heading', { name: 'Silla', exact: true })).toBeVisible();
  await visitor.getByRole('radio', { name: 'Roja', exact: true }).check();
  // Addresses are the same in each language.
  await expect(visitor).toHaveURL(/color=red/);
  await expect(visitor.locator('.viewer-outline')).toContainText('Un asiento ancho');
  const seat = visitor.getByRole('button', { name: 'Un asiento ancho · Levantar', exact: true });
  await expect(seat).toBeAttached();
  await visitor.getByRole('button', { name: 'Vistas', exact: true }).click();
  await expect(visitor.getByRole('button', { name: 'Frente', exact: true })).toBeVisible();
  await visitor.keyboard.press('Escape');
  await expectAccessible(visitor);
  await visitor.getByRole('combobox', { name: 'Idioma de la escena', exact: true }).selectOption('en');
  await expect(visitor.getByRole('heading', { name: 'Chair', exact: true })).toBeVisible();
  await expect(visitor.getByRole('radio', { name: 'Red', exact: true })).toBeChecked();
  expectVisitSilence();
  await visit.close();
});

test('the public page reports parts that could not be loaded and shows the rest', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Everything');
  await putScene(page, uuid, {
    nodes: {
      seat: { kind: 'box', name: 'Seat' },
      sign: { kind: 'text', name: 'Sign', props: { text: 'Welcome' } },
      lid: { kind: 'annotation', name: 'Lid', props: { text: 'Opens upwards' } },
      width: { kind: 'measure' },
      front: { kind: 'camera', name: 'Front' },
      lamp: { kind: 'areaLight' },
    },
    effects: { enabled: true },
    options: { color: { name: 'Color' } },
    choices: {
      blue: { option: 'color', name: 'Blue' },
      red: { option: 'color', name: 'Red', index: 'a1', values: { 'scene/effects.bloom.enabled': true } },
    },
    interactions: { open: { node: 'seat', actions: [{ kind: 'show', node: 'sign' }] } },
  });
  await publishScene(page, uuid);
  const visit = await browser.newContext({ baseURL: baseURL ?? '', locale: 'en' });
  const visitor = await visit.newPage();
  const part = 'Part of the page could not be loaded. A newer version may be available.';
  for (const code of [
    'scene-options',
    'options-form',
    'views-menu',
    'annotation-tour',
    'scene-measures',
    'scene-interactions',
    'RectAreaLightUniformsLib',
    'build-text',
    'effect-composition',
  ]) {
    await visitor.route(`**/assets/${code}-*.js`, (route) => route.fulfill({ status: 404 }));
    for (const path of [`/view/${uuid}`, `/embed/${uuid}`]) {
      await visitor.goto(path);
      await expect(visitor.locator('[data-phase="ready"]')).toBeAttached();
      if (code === 'effect-composition') {
        await visitor.getByRole('radio', { name: 'Red', exact: true }).check();
      }
      await expect(visitor.getByText(part, { exact: false }), `${code} ${path}`).toBeVisible();
    }
    await visitor.unrouteAll();
  }
  await visitor.getByRole('button', { name: 'Reload', exact: true }).click();
  await expect(visitor.getByRole('radio', { name: 'Red', exact: true })).toBeVisible();
  await expect(visitor.getByText('could not be loaded', { exact: false })).toBeHidden();
  await visit.close();
});
