import { ASSET_TYPE } from '@diorama/shared/contract/asset-type.ts';
import { ONE_PIXEL } from '@diorama/stack/test/tiny-files.ts';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { callApi, expectAccessible, makeScenes, putScene, signUp, uploadFile } from './helpers.ts';

const isSaved = (page: Page) => page.getByRole('status').filter({ hasText: /^Saved$/ });
const viewport = (page: Page) => page.getByRole('application', { name: 'Viewport', exact: true });
const shareOfWidth = async (page: Page) => {
  const stage = await viewport(page).boundingBox();
  const covered = await page.evaluate(() =>
    [...document.querySelectorAll('[data-covers="left"], [data-covers="right"]')].map(
      (cover) => cover.getBoundingClientRect().width,
    ),
  );
  const free = (stage?.width ?? 0) - covered.reduce((sum, width) => sum + width, 0);
  return free / (page.viewportSize()?.width ?? 1);
};
/** Drops a file on an element as a person does, once the element is there. */
const dropFile = async (target: Locator, name: string, text: string) => {
  await target.evaluate(
    (element, [file = '', content = '']) => {
      const data = new DataTransfer();
      data.items.add(new File([content], file));
      for (const type of ['dragenter', 'dragover', 'drop']) {
        element.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
      }
    },
    [name, text],
  );
};

test('the viewport keeps three fifths of the window, and narrow windows show one panel at a time', {
  tag: '@core',
}, async ({ quietPage: page }) => {
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Room');
  await page.goto(`/en/builder/${uuid}`);
  await expect(isSaved(page)).toBeVisible();
  for (const width of [1440, 1200]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(page.getByRole('region', { name: 'Outliner', exact: true })).toBeVisible();
    await expect.poll(() => shareOfWidth(page)).toBeGreaterThan(0.595);
  }
  const rail = page.getByRole('navigation', { name: 'Tools', exact: true });
  for (const width of [1024, 820]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(page.getByRole('region', { name: 'Outliner', exact: true })).toBeHidden();
    await rail.getByRole('button', { name: 'Outliner', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Outliner', exact: true })).toBeVisible();
    await rail.getByRole('button', { name: 'Inspector', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Inspector', exact: true })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Outliner', exact: true })).toBeHidden();
    expect(await shareOfWidth(page)).toBeGreaterThan(0.595);
    const heading = await page.getByRole('heading', { name: 'Scene', exact: true }).boundingBox();
    const publish = await page.getByRole('button', { name: 'Publish', exact: true }).boundingBox();
    expect(heading?.y).toBeGreaterThan((publish?.y ?? 0) + (publish?.height ?? 0));
    await expectAccessible(page);
    await rail.getByRole('button', { name: 'Inspector', exact: true }).click();
  }
});

test('Alt and drag turn the view, a plain drag opens the marquee, and keys turn the view', async ({
  page,
}) => {
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Turn');
  await page.goto(`/en/builder/${uuid}`);
  await expect(isSaved(page)).toBeVisible();
  const pose = async () => {
    // The camera is stored when the page is hidden.
    await page.evaluate(() => window.dispatchEvent(new Event('pagehide')));
    const text = await page.evaluate((id) => sessionStorage.getItem(`diorama.camera.${id}`) ?? '', uuid);
    // Values are rounded to the centimetre, as a smooth motion ends within less.
    return text.replace(/-?\d+\.\d+/g, (number) => String(Math.round(Number(number) * 100) / 100));
  };
  const drag = async () => {
    await page.mouse.move(600, 300);
    await page.mouse.down();
    await page.mouse.move(700, 360, { steps: 4 });
  };
  const start = await pose();
  await drag();
  await expect(page.locator('[class*=marquee]')).toBeVisible();
  await page.mouse.up();
  expect(await pose()).toBe(start);
  await page.keyboard.down('Alt');
  await drag();
  await expect(page.locator('[class*=marquee]')).toBeHidden();
  await page.mouse.up();
  await page.keyboard.up('Alt');
  await expect.poll(pose).not.toBe(start);
  await page.keyboard.press('Home');
  await expect.poll(pose).toBe(start);
  // A clicked button keeps the focus; Space over the scene is not meant for it.
  const snap = page.getByRole('button', { name: 'Snap', exact: true });
  await snap.click();
  const isOn = (await snap.getAttribute('aria-pressed')) ?? '';
  await page.mouse.move(600, 300);
  await page.keyboard.down('Space');
  await drag();
  await page.mouse.up();
  await page.keyboard.up('Space');
  await expect.poll(pose).not.toBe(start);
  await expect(snap).toHaveAttribute('aria-pressed', isOn);
  await page.keyboard.press('Home');
  await expect.poll(pose).toBe(start);
  await viewport(page).focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(pose).not.toBe(start);
});

test('the offline notice covers no part of the editor, and missing parts load after the reconnect', async ({
  page,
  context,
}) => {
  // The page loads more files than a browser lists by default.
  await page.addInitScript(() => performance.setResourceTimingBufferSize(2_000));
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Far');
  await putScene(page, uuid, {
    nodes: { ball: { kind: 'sphere', name: 'Ball' }, note: { kind: 'annotation', name: 'Note' } },
  });
  await page.goto(`/en/builder/${uuid}`);
  await expect(isSaved(page)).toBeVisible();
  const outliner = page.getByRole('heading', { name: 'Outliner', exact: true });
  await expect(outliner).toBeVisible();
  // For some nodes, parts of the inspector are loaded with it.
  const fetched = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  for (const part of [
    /rich-text-field.*\.js$/,
    /save-material/,
    /\/library-[\w-]{8}\.js$/,
    /scene-sections/,
  ]) {
    await expect.poll(async () => (await fetched()).some((name) => part.test(name))).toBe(true);
  }
  await context.setOffline(true);
  const notice = page.locator('[class*=notice]').first();
  await expect(notice).toBeVisible();
  const box = await notice.boundingBox();
  for (const part of [page.getByRole('button', { name: 'Publish', exact: true }), outliner]) {
    await expect
      .poll(async () => (await part.boundingBox())?.y)
      .toBeGreaterThanOrEqual((box?.y ?? 0) + (box?.height ?? 0));
  }
  // The settings of the tool have not been fetched and cannot be; the rest of the page still works.
  await page.keyboard.press('b');
  await expect(page.getByRole('button', { name: 'Walls', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(outliner).toBeVisible();
  // A first selection afterwards shows its inspector as usual.
  const inspector = page.getByRole('region', { name: 'Inspector', exact: true });
  await page.getByRole('treeitem', { name: 'Ball', exact: true }).click();
  await expect(inspector.getByRole('textbox', { name: 'Radius', exact: true })).toBeVisible();
  await expect(inspector.getByRole('combobox', { name: 'Material', exact: true })).toBeVisible();
  await page.getByRole('treeitem', { name: 'Note', exact: true }).click();
  await expect(inspector.getByRole('textbox', { name: 'Text', exact: true })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('region', { name: 'Walls', exact: true })).toBeVisible();
});

test('every editor chunk that fails to load is reported', async ({ page }) => {
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Torn');
  const reload = page.getByRole('alert').getByRole('button', { name: 'Reload', exact: true }).first();
  const withoutWords = page.getByRole('alert').getByRole('button', { name: '↻ Diorama', exact: true });
  for (const [code, told, content] of [
    ['select-tool', reload, /./],
    ['wall-tool', reload, /./],
    ['open-overlay', reload, /./],
    ['select-overlay', reload, /./],
    ['picker', reload, /./],
    // Texts of the editor, and of all pages.
    ['editor', reload, /"editor\.viewport"/],
    ['app', withoutWords, /"nav\.trash"/],
  ] as const) {
    const path = `**/assets/${code}-*.js`;
    await page.route(path, async (route) => {
      const response = await route.fetch();
      await route.fulfill(content.test(await response.text()) ? { status: 404 } : { response });
    });
    await page.goto(`/en/builder/${uuid}`);
    await expect(told, code).toBeVisible();
    await page.unroute(path);
  }
  await page.reload();
  await expect(isSaved(page)).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
});

test('a failed import is shown at the place of its model and can be removed there', async ({ page }) => {
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Broken');
  await page.goto(`/en/builder/${uuid}`);
  await expect(isSaved(page)).toBeVisible();
  await dropFile(viewport(page), 'broken.glb', 'no model at all');
  const pin = page.getByRole('group', { name: 'broken: import failed', exact: true });
  await expect(pin).toBeVisible();
  await expect(pin.getByRole('button', { name: 'Add missing files', exact: true })).toHaveCount(0);
  await expect(pin.getByRole('button', { name: 'Replace file', exact: true })).toBeVisible();
  const sign = page.getByRole('treeitem').getByRole('img', { name: 'broken: import failed', exact: true });
  await expect(sign).toBeVisible();
  await expectAccessible(page);
  await pin.getByRole('button', { name: 'Remove broken', exact: true }).click();
  await expect(pin).toBeHidden();
  await expect(page.getByRole('treeitem')).toBeHidden();
});

test('a background image that fails to load is reported beside its field and can be retried', async ({
  page,
}) => {
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Stage set');
  const { '@id': image } = await uploadFile(page, uuid, {
    type: ASSET_TYPE.image,
    name: 'sky.png',
    buffer: ONE_PIXEL,
  });
  const path = `/api/compositions/${uuid}/document`;
  const { revision, document } = await callApi(page, 'GET', path);
  const { environment } = document as { environment: { background: object } };
  const background = { ...environment.background, kind: 'image', image };
  const set = { ...(document as object), environment: { ...environment, background } };
  await callApi(page, 'PUT', path, { document: set }, { 'If-Match': String(revision) });
  await page.route('**/files/**', (route) => route.abort());
  await page.goto(`/en/builder/${uuid}`);
  const note = page.getByRole('note').filter({ hasText: 'The image could not be loaded.' });
  await expect(note).toBeVisible();
  await expectAccessible(page);
  // The rest of the page still works.
  await page.getByRole('combobox', { name: 'Length unit', exact: true }).click();
  await page.getByRole('option', { name: 'Centimeters', exact: true }).click();
  await expect(isSaved(page)).toBeVisible();
  await page.unroute('**/files/**');
  await note.getByRole('button', { name: 'Try again', exact: true }).click();
  await expect(note).toBeHidden();
});

test('a file dropped on the dashboard becomes a scene, and a drop on another page does not navigate', {
  tag: '@core',
}, async ({ page }) => {
  await signUp(page);
  await dropFile(page.getByRole('heading', { level: 1 }), 'notes.txt', 'nothing');
  await expect(page.getByText('notes.txt: Format not supported', { exact: true })).toBeVisible();
  await dropFile(
    page.getByRole('heading', { level: 1 }),
    'teapot.obj',
    'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n',
  );
  await page.waitForURL('**/builder/**');
  await expect(page.getByRole('treeitem', { name: 'teapot', exact: true })).toBeVisible();
  const isLeft = await page.evaluate(() => {
    const event = new DragEvent('drop', {
      bubbles: true,
      cancelable: true,
      dataTransfer: new DataTransfer(),
    });
    document.body.dispatchEvent(event);
    return !event.defaultPrevented;
  });
  expect(isLeft).toBe(false);
});

test('a field accepts dropped text, and a dropped file does not navigate', async ({ page }) => {
  await signUp(page);
  await page.goto('/en/profile');
  /** Whether the browser's default action applies to a drop. */
  const isLeftToBrowser = (target: Locator, what: 'file' | 'words') =>
    target.evaluate((element, kind) => {
      const dataTransfer = new DataTransfer();
      if (kind === 'file') {
        dataTransfer.items.add(new File(['nothing'], 'notes.txt'));
      } else {
        dataTransfer.setData('text/plain', 'Ada');
      }
      return element.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
    }, what);
  const name = page.getByLabel('Name', { exact: true });
  expect(await isLeftToBrowser(name, 'words')).toBe(true);
  expect(await isLeftToBrowser(name, 'file')).toBe(false);
  expect(await isLeftToBrowser(page.getByRole('heading', { level: 1 }), 'words')).toBe(false);
});

test('a viewer of a scene has the select tool and no editing tools', { tag: '@core' }, async ({
  page,
  browser,
  baseURL,
}) => {
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Shown');
  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const guest = await context.newPage();
  const { email } = await signUp(guest);
  const invitation = await callApi(page, 'POST', '/api/invitations', {
    email,
    role: 1,
    compositions: [uuid],
  });
  await callApi(guest, 'PATCH', `/api/invitations/accept/${invitation.uuid}`, {});
  await guest.goto(`/en/builder/${uuid}`);
  const rail = guest.getByRole('navigation', { name: 'Tools', exact: true });
  await expect(rail.getByRole('button', { name: 'Select', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(rail.getByRole('button', { name: 'Go to opening view', exact: true })).toBeEnabled();
  await expect(rail.getByRole('button', { name: 'Move', exact: true })).toBeHidden();
  await expect(guest.getByText('Click an object to select it.', { exact: true })).toBeVisible();
  await context.close();
});

test('text typed while the command palette loads is searched there, and new nodes are renamed by keyboard', async ({
  page,
}) => {
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Quick');
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/modal-content-*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`/en/builder/${uuid}`);
  await expect(isSaved(page)).toBeVisible();
  const move = page.getByRole('button', { name: 'Move', exact: true });
  await expect(move).toHaveAttribute('aria-pressed', 'true');
  // The colour also applies on hover.
  const colorOf = () => move.evaluate((button) => getComputedStyle(button).backgroundColor);
  const isOn = await colorOf();
  await move.hover();
  expect(await colorOf()).toBe(isOn);
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('add bx');
  await page.keyboard.press('Backspace');
  await expect(move).toHaveAttribute('aria-pressed', 'true');
  held.resolve();
  await expect(page.getByRole('combobox', { name: 'What would you like to do?', exact: true })).toHaveValue(
    'add b',
  );
  await page.keyboard.type('ox');
  await expect(page.getByRole('combobox', { name: 'What would you like to do?', exact: true })).toHaveValue(
    'add box',
  );

  // Committing a name returns the focus to the tree, so that the arrow keys work on.
  await page.keyboard.press('Enter');
  const tree = page.getByRole('tree');
  await tree.focus();
  await page.keyboard.press('F2');
  await page.keyboard.type('Shelves');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('treeitem', { name: 'Shelves', exact: true })).toBeVisible();
  await expect(tree).toBeFocused();
  // The key presses no button that had the focus.
  const help = page.getByRole('button', { name: 'Keyboard shortcuts', exact: true });
  await help.focus();
  await page.keyboard.press('F2');
  await page.keyboard.type('Racks');
  await page.keyboard.press('Enter');
  await expect(help).toBeFocused();
  await expect(page.getByRole('treeitem', { name: 'Racks', exact: true })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a value that is being typed is stored on a reload and on a navigation back', async ({ page }) => {
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Typed');
  await putScene(page, uuid, { nodes: { seat: { kind: 'box', name: 'Seat' } } });
  page.on('dialog', (dialog) => void dialog.accept());
  const name = page
    .getByRole('region', { name: 'Inspector', exact: true })
    .getByLabel('Name', { exact: true });
  const select = async (called: string) => {
    await expect(isSaved(page)).toBeVisible();
    await page.getByRole('treeitem', { name: called, exact: true }).click();
    await expect(name).toHaveValue(called);
  };
  await page.goto(`/en/builder/${uuid}`);
  await select('Seat');
  await name.fill('Chair');
  await page.reload();
  await select('Chair');
  await name.fill('Bench');
  await page.goBack();
  await expect(page).toHaveURL(/\/scenes\/all$/);
  await page.goto(`/en/builder/${uuid}`);
  await select('Bench');
});
