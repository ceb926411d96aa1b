import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { callApi, makeScenes, ownAccount, publishScene, putScene, signUp } from './helpers.ts';

/** Strings that run a script wherever text becomes markup, an attribute, an address or part of a script. */
const PAYLOADS = [
  '<script>window.hit=1</script>',
  '<img src=x onerror=window.hit=1>',
  '"><svg onload=window.hit=1>',
  `'"--></style></script><script>window.hit=1</script>`,
  'javascript:window.hit=1',
  '<iframe srcdoc="<script>parent.hit=1</script>">',
  '{{constructor.constructor("window.hit=1")()}}',
  '</title><script>window.hit=1</script>',
];
const ALL = PAYLOADS.join(' ');

/** Records violations of the page's content security policy, and every dialog that it opens. */
async function watchAttacks(page: Page): Promise<() => Promise<void>> {
  const seen: string[] = [];
  page.on('dialog', (dialog) => {
    seen.push(`dialog: ${dialog.message()}`);
    dialog.dismiss().catch(() => undefined);
  });
  await page.exposeFunction('noteViolation', (text: string) => seen.push(text));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      Reflect.get(window, 'noteViolation')(`${violatedDirective} ${blockedURI}`);
    });
  });
  return async () => {
    for (const frame of page.frames()) {
      expect(await frame.evaluate(() => Reflect.get(window, 'hit'))).toBeUndefined();
    }
    expect(seen).toEqual([]);
  };
}

/** Creates a published scene in which every user-written text is an attack. */
async function publishHostile(page: Page): Promise<string> {
  const [uuid = ''] = await makeScenes(page, ALL.slice(0, 200));
  const notes = Object.fromEntries(
    PAYLOADS.map((text, i) => [
      `note${i}`,
      { kind: 'annotation', name: text, position: [i - 4, 1, 0], props: { text: ALL } },
    ]),
  );
  const boxes = Object.fromEntries(
    PAYLOADS.map((name, i) => [`box${i}`, { kind: 'box', name, position: [i, 0, 0], props: {} }]),
  );
  await putScene(page, uuid, { nodes: { ...notes, ...boxes } });
  await callApi(page, 'POST', `/api/compositions/${uuid}/comments`, { text: ALL });
  await callApi(page, 'PATCH', `/api/account-details/${await ownAccount(page)}`, {
    accountName: `<img src=x onerror=window.hit=1>${'W'.repeat(40)}`,
  });
  await publishScene(page, uuid, { description: ALL });
  return uuid;
}

test('text of users never runs as code', async ({ page, browser, stack }) => {
  test.slow();
  await signUp(page);
  const uuid = await publishHostile(page);
  const expectNothingOf = await watchAttacks(page);
  for (const address of [
    '/en/scenes/all',
    '/en/comments',
    `/en/analytics/${uuid}`,
    '/en/people-and-settings',
  ]) {
    await page.goto(address);
    await expect(page.getByRole('main')).toBeVisible();
    await expect(page.locator('h1').first()).toBeVisible();
    await expectNothingOf();
  }
  await page.goto('/en/scenes/all');
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Publish and share', exact: true }).click();
  const dialog = page.getByRole('dialog');
  for (const tab of ['Embed', 'QR code', 'AR', 'People', 'Link']) {
    await dialog.getByRole('tab', { name: tab, exact: true }).click();
    await expect(dialog.getByRole('tabpanel')).not.toBeEmpty();
  }
  await expectNothingOf();
  await page.goto(`/en/builder/${uuid}`);
  await expect(page.getByRole('treeitem').first()).toBeVisible();
  await expectNothingOf();

  const context = await browser.newContext({ baseURL: stack.url });
  const visitor = await context.newPage();
  const expectNothing = await watchAttacks(visitor);
  for (const [address, ready] of [
    [`/en/view/${uuid}`, 'main[data-phase="ready"]'],
    [`/embed/${uuid}`, '#root[data-phase="ready"]'],
  ] as const) {
    await visitor.goto(address);
    await expect(visitor.locator(ready)).toBeVisible();
    expect(await visitor.title()).toContain('<script>');
    // The keyboard is used because the dots of the scene are below the overlay.
    await visitor.getByRole('button', { name: /^1: / }).press('Enter');
    await expect(visitor.locator('.tour-card')).toContainText('<img src=x onerror=window.hit=1>');
    await expectNothing();
  }

  // A long word wraps inside its card.
  await visitor.goto(`/en/view/${uuid}`);
  await expect(visitor.locator('main[data-phase="ready"]')).toBeVisible();
  const card = visitor.locator('.viewer-details');
  expect(await card.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await context.close();
});
