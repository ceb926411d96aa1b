import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import {
  buyStarter,
  callApi,
  expectAccessible,
  expectNoSidewaysScroll,
  makeScenes,
  ownAccount,
  signUp,
} from './helpers.ts';

const cardsOf = (page: Page) => page.getByRole('main').getByRole('listitem');
const select = (page: Page, name: string, modifiers: 'Shift'[] = []) =>
  page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).click({ modifiers });

test('a user searches, tags, moves, deletes, restores and permanently deletes fifty scenes', async ({
  quietPage: page,
}) => {
  await signUp(page);
  await buyStarter(page);
  const names = Array.from({ length: 50 }, (_, at) => `${at % 2 === 0 ? 'Lamp' : 'Chair'} ${at + 1}`);
  await makeScenes(page, ...names);
  await callApi(page, 'POST', '/api/projects', { name: 'Living room', owner: await ownAccount(page) });
  await page.reload();
  await expect(cardsOf(page)).toHaveCount(50);
  await expect(page.getByText('50 of 50', { exact: true })).toBeVisible();

  // Found by name, in the order of the numbers in the names.
  await page.getByRole('button', { name: 'Sort: Last modified', exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Name A–Z', exact: true }).click();
  await page.getByRole('searchbox').fill('lamp');
  await expect(cardsOf(page)).toHaveCount(25);
  await expect(cardsOf(page).first()).toContainText('Lamp 1');
  await expect(cardsOf(page).nth(4)).toContainText('Lamp 9');
  await expect(page).toHaveURL(/q=lamp.*sort=name/);
  await expectAccessible(page);

  // A range is selected and tagged.
  await select(page, 'Lamp 1');
  await select(page, 'Lamp 9', ['Shift']);
  const bar = page.getByRole('toolbar', { name: 'Selected scenes', exact: true });
  await expect(bar.getByText('5 selected', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await bar.getByRole('button', { name: 'Tags', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New tag', { exact: true }).fill('Warm light');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.getByRole('combobox', { name: 'Category', exact: true }).click();
  await page.getByRole('option', { name: 'Interior', exact: true }).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(cardsOf(page).filter({ hasText: 'Warm light' })).toHaveCount(5);
  await page.keyboard.press('Escape');
  await expect(bar).toBeHidden();

  // The tag and the category filter the list, survive a reload, and are removed by going back.
  await page.getByRole('searchbox').fill('');
  await page.getByRole('button', { name: 'Tags', exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Warm light', exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(cardsOf(page)).toHaveCount(5);
  await page.reload();
  await expect(cardsOf(page)).toHaveCount(5);
  await expect(page.getByRole('button', { name: 'Remove filter Warm light', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Remove filter Warm light', exact: true }).click();
  await expect(cardsOf(page)).toHaveCount(50);
  await page.goBack();
  await expect(cardsOf(page)).toHaveCount(5);

  // All of them are dragged onto the project.
  await page.getByRole('main').click({ position: { x: 5, y: 300 } });
  await page.keyboard.press('Control+a');
  await expect(bar.getByText('5 selected', { exact: true })).toBeVisible();
  const project = page.getByRole('link', { name: 'Living room', exact: true });
  await cardsOf(page).first().dragTo(project);
  await expect(page.getByText('5 scenes moved to “Living room”.', { exact: true })).toBeVisible();
  await expect(project).toContainText('5');
  await project.click();
  await expect(cardsOf(page)).toHaveCount(5);

  // The scenes are deleted, restored at once, and deleted again.
  await page.getByRole('heading', { name: 'Living room', exact: true }).click();
  await page.keyboard.press('Control+a');
  await bar.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(
    page.getByRole('heading', { name: 'No scenes in this project yet', exact: true }),
  ).toBeVisible();
  // The undo toast disappears after a while, so no other check precedes it; the count is checked below.
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expect(cardsOf(page)).toHaveCount(5);
  await expect(page.getByText('50 of 50', { exact: true })).toBeVisible();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await expect(page.getByText('45 of 50', { exact: true })).toBeVisible();

  // In the trash one scene is restored, one deleted permanently, then all others.
  await page.getByRole('link', { name: 'Trash', exact: true }).click();
  await expect(cardsOf(page)).toHaveCount(5);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Actions for Lamp 3', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Restore', exact: true }).click();
  await expect(cardsOf(page)).toHaveCount(4);
  await expect(page.getByText('46 of 50', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Actions for Lamp 5', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete permanently', exact: true }).click();
  await expect(
    page.getByRole('alertdialog', { name: 'Permanently delete “Lamp 5”?', exact: true }),
  ).toBeVisible();
  await expectAccessible(page);
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Delete permanently', exact: true })
    .click();
  await expect(cardsOf(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Empty trash', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Empty trash', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'The trash is empty', exact: true })).toBeVisible();
  await expectAccessible(page);
});

test('a project is renamed to a unique name and deleted without its scenes', {
  tag: '@core',
}, async ({ quietPage: page }) => {
  await signUp(page);
  const owner = await ownAccount(page);
  await callApi(page, 'POST', '/api/projects', { name: 'Garden', owner });
  const project = await callApi(page, 'POST', '/api/projects', { name: 'Kitchen', owner });
  await callApi(page, 'POST', '/api/compositions', { name: 'Stove', project: project['@id'] });
  await page.goto(`/en/project/${project.uuid}`);
  await page.getByRole('button', { name: 'Actions for Kitchen', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Rename', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('GARDEN ');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Project already exists', { exact: true })).toBeVisible();
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Big kitchen');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Big kitchen', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Big kitchen', exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Actions for Big kitchen', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
  const deletion = page.getByRole('button', { name: 'Delete project', exact: true });
  await expect(deletion).toBeVisible();
  await expectAccessible(page);
  await deletion.click();
  await page.waitForURL('**/en/scenes/all');
  await expect(page.getByRole('link', { name: 'Stove', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Big kitchen', exact: true })).toBeHidden();
});

test('another tab shows renamed projects and moved scenes at once', async ({ page, context }) => {
  await signUp(page);
  const project = await callApi(page, 'POST', '/api/projects', {
    name: 'Kitchen',
    owner: await ownAccount(page),
  });
  const [scene] = await makeScenes(page, 'Stove');
  const second = await context.newPage();
  await second.goto(`/en/project/${project.uuid}`);
  await expect(second.getByRole('heading', { name: 'Kitchen', exact: true })).toBeVisible();
  await callApi(page, 'PATCH', `/api/projects/${project.uuid}`, { name: 'Hearth' });
  await expect(second.getByRole('heading', { name: 'Hearth', exact: true })).toBeVisible();
  await callApi(page, 'PATCH', `/api/compositions/${scene}`, { project: project['@id'] });
  await expect(second.getByRole('link', { name: 'Stove', exact: true })).toBeVisible();
  await callApi(page, 'PATCH', `/api/compositions/${scene}`, { project: null });
  await expect(second.getByRole('link', { name: 'Stove', exact: true })).toBeHidden();
});

test('scenes are duplicated, moved and tagged with the keyboard only', { tag: '@core' }, async ({ page }) => {
  await signUp(page);
  await makeScenes(page, 'Kitchen');
  await callApi(page, 'POST', '/api/projects', { name: 'Home', owner: await ownAccount(page) });
  await page.reload();
  const menuOf = async (name: string, item: string) => {
    await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).press('Enter');
    await page.getByRole('menuitem', { name: item, exact: true }).press('Enter');
  };
  await menuOf('Kitchen', 'Duplicate');
  await expect(page.getByRole('link', { name: 'Copy of Kitchen', exact: true })).toBeVisible();
  await menuOf('Copy of Kitchen', 'Move to project…');
  const dialog = page.getByRole('dialog', { name: 'Move 1 scene', exact: true });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('radio', { name: 'No project', exact: true }).press('ArrowDown');
  await expect(dialog.getByRole('radio', { name: 'Home', exact: true })).toBeChecked();
  await dialog.getByRole('radio', { name: 'Home', exact: true }).press('Enter');
  await expect(page.getByText('1 scene moved to “Home”.', { exact: true })).toBeVisible();
  await menuOf('Kitchen', 'Tags and category…');
  await page.getByRole('dialog').getByLabel('New tag', { exact: true }).fill('Oak');
  await page.getByRole('dialog').getByLabel('New tag', { exact: true }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expect(cardsOf(page).filter({ hasText: 'Oak' })).toHaveCount(1);

  // Tags are renamed and deleted in one place, and the scenes follow.
  await page.getByRole('button', { name: 'Tags', exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: 'Edit tags…', exact: true }).press('Enter');
  await page.getByLabel('Name of Oak', { exact: true }).fill(' ');
  await page.getByLabel('Name of Oak', { exact: true }).press('Enter');
  await expect(page.getByText('Please fill in the field', { exact: true })).toBeVisible();
  await page.getByLabel('Name of Oak', { exact: true }).fill('Beech');
  await page.getByLabel('Name of Oak', { exact: true }).press('Enter');
  await expect(page.getByLabel('Name of Beech', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().press('Enter');
  await expect(cardsOf(page).filter({ hasText: 'Beech' })).toHaveCount(1);
});

test.describe('the dashboard on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('selects and moves scenes by touch, with the sidebar as a drawer', async ({ page }) => {
    await signUp(page);
    await makeScenes(page, 'Kitchen', 'Lamp');
    await callApi(page, 'POST', '/api/projects', { name: 'Home', owner: await ownAccount(page) });
    await page.reload();
    await expect(cardsOf(page)).toHaveCount(2);
    await page.getByRole('checkbox', { name: 'Select Kitchen', exact: true }).tap();
    // While scenes are selected, a tap on another one selects it as well.
    await page.getByRole('link', { name: 'Lamp', exact: true }).tap();
    const bar = page.getByRole('toolbar', { name: 'Selected scenes', exact: true });
    await expect(bar.getByText('2 selected', { exact: true })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await bar.getByRole('button', { name: 'Move', exact: true }).tap();
    await page.getByRole('radio', { name: 'Home', exact: true }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }).tap();
    await expect(page.getByText('2 scenes moved to “Home”.', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Open menu', exact: true }).tap();
    await page.getByRole('link', { name: 'Home', exact: true }).tap();
    await expect(page.getByRole('heading', { name: 'Home', exact: true })).toBeVisible();
    await expect(cardsOf(page)).toHaveCount(2);
    await expectNoSidewaysScroll(page);
  });
});

test('the category and a tag of a scene are set in the editor and stored', async ({ quietPage: page }) => {
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Kitchen', 'Garage');
  await page.goto(`/en/builder/${uuid}`);
  await page.getByText('Category and tags', { exact: true }).click();
  await page.getByRole('button', { name: 'Edit category and tags', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New tag', { exact: true }).fill('Oak');
  await page.keyboard.press('Enter');
  await dialog.getByRole('combobox', { name: 'Category', exact: true }).click();
  await page.getByRole('option', { name: 'Interior', exact: true }).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  const panel = page.getByRole('region', { name: 'Inspector', exact: true });
  await expect(panel.getByText('Interior', { exact: true })).toBeVisible();
  await expect(panel.getByText('Oak', { exact: true })).toBeVisible();
  // A reload keeps the sections of the inspector open.
  await page.reload();
  await expect(panel.getByText('Oak', { exact: true })).toBeVisible();
  const { tags } = await callApi(page, 'GET', `/api/compositions/${uuid}`);
  expect(tags).toEqual(['Oak']);
});
