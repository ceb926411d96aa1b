import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base, expect } from './fixtures.ts';
import { expectAccessible, makeScenes, signUp, WORKER_WITHIN, watchConsole } from './helpers.ts';

/** A PNG of one pixel. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Mock of an image service: its received requests, and whether it refuses them. */
type Service = { url: string; asked: string[]; refuses: boolean };

const test = base.extend<{ asked: Service }, { service: Service }>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are asked for from the pattern.
    async ({}, use) => {
      const service: Service = { url: '', asked: [], refuses: false };
      const server = createServer(async (request, response) => {
        const parts: Buffer[] = [];
        for await (const part of request) {
          parts.push(part);
        }
        service.asked.push(Buffer.concat(parts).toString('latin1'));
        const one = { b64_json: PICTURE };
        response.writeHead(service.refuses ? 400 : 200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ data: [one, one] }));
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
      await use(service);
      server.close();
    },
    { scope: 'worker' },
  ],
  environment: [async ({ service }, use) => use({ REIMAGINE_URL: service.url }), { scope: 'worker' }],
  asked: async ({ service }, use) => {
    service.asked = [];
    service.refuses = false;
    await use(service);
  },
});

test('a re-imagined view is compared, kept and used as the background, and a refusal is reported', async ({
  page,
  asked,
}) => {
  const expectSilence = watchConsole(page);
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Hall');
  await page.goto(`/en/builder/${uuid}`);
  const dialog = page.getByRole('dialog', { name: 'Re-imagine', exact: true });
  const open = async () => {
    await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible();
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('dialog').getByRole('combobox').fill('Re-imagine');
    await page.keyboard.press('Enter');
  };
  await open();
  await expect(dialog.getByText('60 images left today', { exact: true })).toBeVisible();
  await dialog.getByLabel('What should it look like?', { exact: true }).fill('A hall in winter');
  await dialog.getByRole('button', { name: 'Watercolor', exact: true }).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Re-imagine', exact: true }).click();
  const results = dialog.getByRole('region', { name: 'Results', exact: true });
  await expect(results.getByRole('img', { name: 'Version 1', exact: true })).toBeVisible(WORKER_WITHIN);
  expect(asked.asked[0]).toContain('A hall in winter');
  await results.getByRole('slider', { name: 'Compare with the view', exact: true }).fill('20');
  await results.getByRole('button', { name: 'Version 2', exact: true }).click();
  await expectAccessible(page);
  await results.getByRole('button', { name: 'Save image', exact: true }).click();
  await expect(page.getByText('Saved to the workspace’s files', { exact: true })).toBeVisible();

  await results.getByRole('button', { name: 'Place in scene', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('treeitem', { name: /^A hall in winter/ })).toBeVisible();

  // The result is still there after a reload and can be discussed.
  await page.reload();
  await open();
  await expect(results.getByText('A hall in winter', { exact: true })).toBeVisible();
  await results.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('textbox', { name: 'Comment', exact: true }).fill('So much snow');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByRole('img', { name: /^Image attached by / })).toBeVisible();

  await open();
  await dialog.getByLabel('What should it look like?', { exact: true }).fill('A hall in summer');
  asked.refuses = true;
  await dialog.getByRole('button', { name: 'Re-imagine', exact: true }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  asked.refuses = false;
  await dialog.getByRole('button', { name: 'Re-imagine', exact: true }).click();
  await expect(results).toBeVisible();
  await results.getByRole('button', { name: 'Use as background', exact: true }).click();
  await expect(dialog).toBeHidden();
  // The picture in the scene is still selected; keys would go to the comment tool first.
  const winter = page.getByRole('treeitem', { name: /^A hall in winter/ });
  await expect(winter).toHaveAttribute('aria-selected', 'true');
  await winter.click({ modifiers: ['ControlOrMeta'] });
  await expect(page.getByRole('combobox', { name: 'Background', exact: true })).toHaveText('Image');
  expectSilence();
});
