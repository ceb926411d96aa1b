import { type LaunchedStack, launchStack } from '@diorama/stack/test/launch-stack.ts';
import { SLOW } from '@diorama/stack/test/slow.ts';
import { test as base, expect } from './fixtures.ts';
import { callApi, expectAccessible, makeScenes, putScene, signInAsOperator, signUp } from './helpers.ts';

/** Journeys that start the product themselves, so the one of the fixtures is not needed. */
const test = base.extend({ baseURL: 'http://localhost' });

const ENV = { RATE_LIMIT_FACTOR: '0' };

test('edits in read-only mode stay in the browser and are sent afterwards', async ({ browser }) => {
  let stack: LaunchedStack = await launchStack({ env: ENV });
  const { dataDir, port, url } = stack;
  /** Restarts the product on its data with another environment, as an operator does. */
  const restart = async (env: Record<string, string>) => {
    await stack.terminate();
    stack = await launchStack({ dataDir, port, env: { ...ENV, ...env } });
  };
  try {
    const context = await browser.newContext({ baseURL: url });
    const page = await context.newPage();
    await signUp(page);
    const [scene = ''] = await makeScenes(page, 'Kept');
    await putScene(page, scene, { nodes: { box: { kind: 'box', name: 'Box' } } });
    await page.goto(`/en/builder/${scene}`);
    const status = page.getByRole('status');
    await expect(status.filter({ hasText: /^Saved$/ })).toBeVisible();
    // All parts of the editor are there before the server goes away.
    await page.getByRole('treeitem', { name: 'Box', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Inspector', exact: true })).toBeVisible();

    await restart({ READ_ONLY: '1' });
    await expect(status.filter({ hasText: /^Maintenance$/ })).toBeVisible({ timeout: 60_000 * SLOW });
    await page.getByRole('treeitem', { name: 'Box', exact: true }).click();
    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: 'Rename', exact: true }).fill('Edited box');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('treeitem', { name: 'Edited box', exact: true })).toBeVisible();
    const nodesOf = async () => {
      const { document } = await callApi(page, 'GET', `/api/compositions/${scene}/document`);
      return (document as { nodes: Record<string, { name: string }> }).nodes;
    };
    expect((await nodesOf()).box?.name).toBe('Box');
    // The edit outlives the tab.
    await page.reload();
    await expect(page.getByRole('treeitem', { name: 'Edited box', exact: true })).toBeVisible();

    await restart({});
    await expect(status.filter({ hasText: /^Saved$/ })).toBeVisible({ timeout: 60_000 * SLOW });
    await expect.poll(async () => (await nodesOf()).box?.name).toBe('Edited box');
    await context.close();
  } finally {
    await stack.dispose();
  }
});

test('an operator turns read-only mode on and off while a user edits', async ({ browser }) => {
  const stack = await launchStack({ env: ENV });
  try {
    const context = await browser.newContext({ baseURL: stack.url });
    const page = await context.newPage();
    await signUp(page);
    const [scene = ''] = await makeScenes(page, 'Kept');
    await putScene(page, scene, { nodes: { box: { kind: 'box', name: 'Box' } } });
    await page.goto(`/en/builder/${scene}`);
    const status = page.getByRole('status');
    await expect(status.filter({ hasText: /^Saved$/ })).toBeVisible();

    const elsewhere = await browser.newContext({ baseURL: stack.url });
    const operator = await elsewhere.newPage();
    await signInAsOperator(operator);
    await operator.goto('/en/operators');
    await operator.getByRole('button', { name: 'Turn on read-only', exact: true }).click();
    await expectAccessible(operator);
    await operator
      .getByRole('dialog')
      .getByRole('button', { name: 'Turn on read-only', exact: true })
      .click();
    await expect(operator.getByText(/^Changed .+ by Demo$/)).toBeVisible();
    await expect(
      operator.getByText('The installation is read-only: nothing can be changed.', { exact: true }),
    ).toBeVisible();
    await expect(status.filter({ hasText: /^Maintenance$/ })).toBeVisible();

    await page.getByRole('treeitem', { name: 'Box', exact: true }).click();
    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: 'Rename', exact: true }).fill('Edited box');
    await page.keyboard.press('Enter');
    const nameOf = async () => {
      const { document } = await callApi(page, 'GET', `/api/compositions/${scene}/document`);
      return (document as { nodes: Record<string, { name: string }> }).nodes.box?.name;
    };
    expect(await nameOf()).toBe('Box');

    await operator.getByRole('button', { name: 'Turn off read-only', exact: true }).click();
    await expect(operator.getByText('All changes are allowed.', { exact: true })).toBeVisible();
    await expect(status.filter({ hasText: /^Saved$/ })).toBeVisible({ timeout: 60_000 * SLOW });
    await expect.poll(nameOf).toBe('Edited box');
    await elsewhere.close();
    await context.close();
  } finally {
    await stack.dispose();
  }
});
