import { expect, test } from './fixtures.ts';
import { expectAccessible, makeScenes, publishScene, putScene, signUp, watchConsole } from './helpers.ts';

// The tour plays by itself only without reduced motion.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('a user annotates a box, and visitors follow the tour', { tag: '@core' }, async ({
  page,
  browser,
  baseURL,
}) => {
  // Publishing takes long, and three pages render here.
  test.slow();
  const expectSilence = watchConsole(page);
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'To explain');
  // The camera is straight in front, so that the roof's front fills the middle of the view.
  await putScene(page, uuid, {
    nodes: { box: { kind: 'box', name: 'Box', props: { size: [4, 4, 4] } } },
    camera: { position: [0, 0, 8], target: [0, 0, 0], fov: 40 },
  });
  await page.goto(`/en/builder/${uuid}`);
  await expect(page.getByRole('treeitem', { name: 'Box', exact: true })).toBeVisible();
  await page.keyboard.press('a');
  await expect(page.getByRole('region', { name: 'Tour', exact: true })).toBeVisible();
  const viewport = page.getByRole('application', { name: 'Viewport', exact: true });
  const { width, height } = (await viewport.boundingBox()) ?? { width: 0, height: 0 };
  await viewport.click({ position: { x: width / 2 - 80, y: height / 2 + 30 } });
  await page.getByLabel('Name', { exact: true }).fill('Left <i>side</i>');
  await page.getByLabel('Name', { exact: true }).press('Enter');
  const said = page.getByLabel('Text', { exact: true });
  await said.fill('Oak');
  await said.selectText();
  await said.press('Control+b');
  await expect(said).toHaveValue('**Oak**');
  await said.press('Control+Enter');
  await page.getByLabel('Link', { exact: true }).fill('javascript:alert(1)');
  await page.getByLabel('Link', { exact: true }).press('Enter');
  await expect(page.getByText('A valid URL is required.', { exact: true })).toBeVisible();
  await page.getByLabel('Link', { exact: true }).fill('https://example.com/more');
  await page.getByLabel('Link', { exact: true }).press('Enter');
  await expect(page.getByText('A valid URL is required.', { exact: true })).toBeHidden();
  await expectAccessible(page);
  await viewport.click({ position: { x: width / 2 + 80, y: height / 2 + 30 } });
  await expect(page.getByRole('button', { name: '2: Annotation', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Move Annotation up', exact: true }).click();
  const dot = page.getByRole('button', { name: '1: Annotation', exact: true });
  await expect(dot).toBeVisible();
  await page.getByRole('combobox', { name: 'Visitors start', exact: true }).click();
  await page.getByRole('option', { name: 'At the first stop', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible();

  // Dots follow the camera; their text is written once, because each write causes a layout of the page.
  const changes = await dot.evaluateHandle((element) => {
    const seen = { moves: 0, writings: 0 };
    new MutationObserver((records) => {
      for (const { attributeName } of records) {
        seen[attributeName === 'style' ? 'moves' : 'writings'] += 1;
      }
    }).observe(element, { childList: true, attributeFilter: ['style', 'aria-label', 'title'] });
    return seen;
  });
  await viewport.hover({ position: { x: width / 2, y: height / 2 + 100 } });
  await page.mouse.wheel(0, -200);
  await expect.poll(() => changes.evaluate(({ moves }) => moves)).toBeGreaterThan(1);
  expect(await changes.evaluate(({ writings }) => writings)).toBe(0);
  expectSilence();

  await publishScene(page, uuid);
  const stranger = await browser.newContext({ baseURL: baseURL ?? '' });
  for (const surface of ['view', 'embed']) {
    const view = await stranger.newPage();
    const expectSilenceThere = watchConsole(view);
    await view.goto(`/en/${surface}/${uuid}`);
    // The scene is set to start with this annotation.
    await expect(view.getByText('1 of 2', { exact: true })).toBeVisible();
    await view.keyboard.press('Escape');
    await view.getByRole('button', { name: '1: Annotation', exact: true }).click();
    await expect(view.getByText('1 of 2', { exact: true })).toBeVisible();
    await view.keyboard.press('ArrowRight');
    await expect(view.getByRole('heading', { name: 'Left <i>side</i>', exact: true })).toBeVisible();
    await expect(view.getByRole('strong')).toHaveText('Oak');
    const link = view.getByRole('link', { name: 'example.com', exact: true });
    await expect(link).toHaveAttribute('rel', 'noopener nofollow');
    await expect(link).toHaveAttribute('href', 'https://example.com/more');
    await view.keyboard.press('Escape');
    await expect(link).toBeHidden();
    expectSilenceThere();
  }
  await stranger.close();
});

test('a scene with ten thousand annotations can be edited and visited, and draws at most a few hundred', async ({
  quietPage: page,
}) => {
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Catalogue');
  const side = 100;
  const notes = Object.fromEntries(
    Array.from({ length: side * side }, (_, i) => [
      `note${i}`,
      {
        kind: 'annotation',
        name: `Part ${i + 1}`,
        position: [(i % side) / 10 - 5, 0, Math.floor(i / side) / 10 - 5],
        props: { order: `a0${String(i).padStart(5, '0')}V` },
      },
    ]),
  );
  await putScene(page, uuid, {
    nodes: { ground: { kind: 'plane', name: 'Ground', props: { size: [10, 10] } }, ...notes },
    camera: { position: [0, 9, 9], target: [0, 0, 0], fov: 50 },
  });
  await page.goto(`/en/builder/${uuid}`);
  const dots = page.locator('.marker-dot');
  await expect.poll(() => dots.count()).toBeGreaterThan(50);
  expect(await dots.count()).toBeLessThanOrEqual(300);
  // Lists render their visible rows only.
  await page.keyboard.press('a');
  const tour = page.getByRole('region', { name: 'Tour', exact: true });
  await expect(tour.getByRole('listitem').first()).toBeVisible();
  expect(await tour.getByRole('listitem').count()).toBeLessThan(100);
  expect(await page.getByRole('treeitem').count()).toBeLessThan(200);
  await page.keyboard.press('Escape');
  await page.getByRole('treeitem', { name: 'Part 2', exact: true }).click();
  await page.getByLabel('Name', { exact: true }).fill('Second');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('treeitem', { name: 'Second', exact: true })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible();

  await publishScene(page, uuid);
  await page.goto(`/en/view/${uuid}`);
  await expect.poll(() => dots.count()).toBeGreaterThan(50);
  expect(await dots.count()).toBeLessThanOrEqual(300);
});
