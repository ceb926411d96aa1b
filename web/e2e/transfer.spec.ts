import { readFile, writeFile } from 'node:fs/promises';
import { emptyDocument } from '@diorama/shared/scene/document.ts';
import { expect, test } from './fixtures.ts';
import {
  callApi,
  expectAccessible,
  expectNoSidewaysScroll,
  makeScenes,
  ownAccount,
  putScene,
  signUp,
} from './helpers.ts';
import { mailTo } from './mailbox.ts';

const SETTINGS = '/en/people-and-settings?tab=settings';

test('a workspace is exported as an archive and imported into another workspace', async ({
  quietPage: page,
  browser,
  baseURL,
  stack,
}, info) => {
  const owner = await signUp(page);
  const [scene = ''] = await makeScenes(page, 'Lighthouse', 'Harbour');
  await putScene(page, scene, { nodes: { tower: { kind: 'cylinder', name: 'Tower' } } });
  await callApi(page, 'POST', `/api/compositions/${scene}/comments`, { text: 'Taller, please' });

  await page.goto(SETTINGS);
  await page.getByRole('button', { name: 'Export workspace', exact: true }).click();
  await expect(page.getByText(/^Archive of .*, .* (kB|B)$/)).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.zip$/);
  const path = info.outputPath('workspace.zip');
  await download.saveAs(path);
  const archive = await readFile(path);

  // The link of the mail resumes a download by a range.
  const mail = await mailTo(stack, owner.email, /^Your workspace archive is ready$/);
  const [link = ''] = /\/api\/exports\/[\w-]+/.exec(mail.html) ?? [];
  const rest = await page.request.get(link, { headers: { Range: 'bytes=100-' } });
  expect(rest.status()).toBe(206);
  expect((await rest.body()).equals(archive.subarray(100))).toBe(true);

  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const other = await context.newPage();
  await signUp(other);
  await other.goto(SETTINGS);
  const damaged = info.outputPath('damaged.zip');
  await writeFile(damaged, archive.subarray(0, archive.length / 2));
  await other.getByLabel('Workspace archive', { exact: true }).setInputFiles(damaged);
  await expect(other.getByRole('alert')).toContainText('The archive is damaged and cannot be unpacked.');
  await other.getByLabel('Workspace archive', { exact: true }).setInputFiles(path);
  await expect(other.getByText('workspace.zip was imported', { exact: true })).toBeVisible();
  await expect(other.getByText('2 scenes added', { exact: true })).toBeVisible();
  await expectAccessible(other);
  for (const width of [1440, 390]) {
    await other.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(other);
  }

  const { member } = await callApi(other, 'GET', '/api/compositions');
  const copies = member as { uuid: string; name: string }[];
  expect(copies.map(({ name }) => name).sort()).toEqual(['Harbour', 'Lighthouse']);
  const copy = copies.find(({ name }) => name === 'Lighthouse')?.uuid ?? '';
  expect(copy).not.toBe(scene);
  const { document } = await callApi(other, 'GET', `/api/compositions/${copy}/document`);
  expect(document).toEqual((await callApi(page, 'GET', `/api/compositions/${scene}/document`)).document);
  expect(document).not.toEqual(emptyDocument());
  const comments = await callApi(other, 'GET', `/api/compositions/${copy}/comments`);
  expect(comments.member).toMatchObject([{ text: 'Taller, please', visitor: owner.name, author: null }]);
  expect(await ownAccount(other)).not.toBe(await ownAccount(page));
  await context.close();
});
