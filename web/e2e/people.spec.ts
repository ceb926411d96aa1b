import type { Browser, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import {
  callApi,
  expectAccessible,
  expectNoSidewaysScroll,
  makeScenes,
  newPerson,
  ownAccount,
  signUp,
  watchConsole,
} from './helpers.ts';
import { linkIn, mailTo } from './mailbox.ts';

/** Opens a page in a new browser context, as on another device. */
async function otherMachine(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  return context.newPage();
}

/** Disabled controls of the inspector that neither they nor their containers draw fainter. */
const disabledButBright = (page: Page) =>
  page.getByRole('region', { name: 'Inspector', exact: true }).evaluate((panel) => {
    const isFaint = (element: Element | null): boolean =>
      element !== null && (Number(getComputedStyle(element).opacity) < 1 || isFaint(element.parentElement));
    return [...panel.querySelectorAll(':is(button, input, select, textarea):disabled')]
      .filter((control) => control.checkVisibility() && !isFaint(control))
      .map((control) => control.getAttribute('aria-label') ?? control.outerHTML);
  });

/** Row of a member in the list; toasts contain names too. */
const rowOf = (page: Page, text: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: text });

test('a user accepts an invitation from an email on another computer, signs up and opens the scene', {
  tag: '@core',
}, async ({ quietPage: page, browser, baseURL, stack }) => {
  const owner = await signUp(page);
  const [scene = ''] = await makeScenes(page, 'Lighthouse');
  await page.reload();
  await page.getByRole('button', { name: 'Actions for Lighthouse', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Invite people…', exact: true }).click();
  await expect(
    page.getByText(/Your email address is not confirmed yet\..* ten invitations a day/),
  ).toBeVisible();
  const friend = newPerson();
  await page.getByLabel('Email addresses', { exact: true }).fill(`${friend.email}, ${owner.email}`);
  await page.getByRole('combobox', { name: 'Role', exact: true }).click();
  await page.getByRole('option', { name: 'Editor – Can edit and publish', exact: true }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Send / }).click();
  await expect(page.getByText(`Invitation sent to ${friend.email}.`, { exact: true })).toBeVisible();
  await expect(page.getByText(/This user is already invited to this scene$/)).toBeVisible();
  const access = page.getByRole('dialog').getByRole('listitem').filter({ hasText: friend.email });
  await expect(access.getByText('Invited', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify((window as { dataLayer?: object[] }).dataLayer))).toContain(
    'click_invite_colaborate',
  );
  await page.keyboard.press('Escape');

  const other = await otherMachine(browser, baseURL);
  const expectOtherSilence = watchConsole(other);
  const mail = await mailTo(stack, friend.email, /invited you/);
  await other.goto(linkIn(mail, '/accept-invitation/'));
  await expect(
    other.getByRole('heading', { name: `${owner.name} invited you to the scene “Lighthouse”`, exact: true }),
  ).toBeVisible();
  await expectAccessible(other);
  await other.getByRole('link', { name: 'Create an account and accept', exact: true }).click();
  await expect(other.getByLabel('Email', { exact: true })).toHaveValue(friend.email);
  await other.getByLabel('Your name', { exact: true }).fill(friend.name);
  await other.getByLabel('Password', { exact: true }).fill(friend.password);
  await other.getByRole('button', { name: 'Create account', exact: true }).click();
  // The scene opens first; the onboarding of their workspace follows when they leave it.
  await other.waitForURL(`**/en/builder/${scene}`);
  // An editor may not change who can see a scene.
  await other.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(other.getByText(/Ask one of them to publish it; after that, you can publish/)).toBeVisible();
  await expectAccessible(other);
  await other.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click();

  await mailTo(stack, owner.email, /joined an item you shared/);
  await page.goto('/en/people-and-settings');
  const row = rowOf(page, friend.name);
  await expect(row.getByText(/1 scene\b/)).toBeVisible();
  await expectAccessible(page);

  // The owner changes the friend's role to viewer and back to editor; the friend's open editor follows and keeps its
  // state.
  for (const kind of ['Sun', 'Text', 'Box']) {
    await other.getByRole('button', { name: 'Add', exact: true }).click();
    await other.getByRole('menuitem', { name: kind, exact: true }).click();
  }
  const name = other.getByRole('textbox', { name: 'Name', exact: true });
  await expect(name).toHaveValue('Box');
  for (const role of ['Viewer', 'Editor', 'Viewer']) {
    await row.getByRole('combobox').click();
    await page.getByRole('option', { name: role, exact: true }).click();
    await expect(page.getByText(`${friend.name} is now ${role}.`, { exact: true }).last()).toBeVisible();
    await expect(other.getByRole('button', { name: 'Publish', exact: true })).toBeVisible({
      visible: role === 'Editor',
    });
    await expect(name).toHaveValue('Box');
    await expect(name).toBeEnabled({ enabled: role === 'Editor' });
  }
  // Disabled controls look disabled: numbers, colours, times, texts, selects and pictures.
  for (const kind of ['Sun', 'Text', 'Box']) {
    await other.getByRole('treeitem', { name: kind, exact: true }).click();
    await expect(name).toHaveValue(kind);
    await expect.poll(() => disabledButBright(other)).toEqual([]);
  }
  // Then the friend leaves.
  await other.goto('/en/scenes/all');
  await other.getByRole('button', { name: 'Skip for now', exact: true }).click();
  await other.waitForURL(({ pathname }) => !pathname.includes('onboarding'));
  await other.goto('/en/scenes/shared');
  await other.getByRole('button', { name: 'Actions for Lighthouse', exact: true }).click();
  await other.getByRole('menuitem', { name: 'Leave scene', exact: true }).click();
  await other.getByRole('alertdialog').getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(other.getByRole('link', { name: 'Lighthouse', exact: true })).toBeHidden();
  await expect(row).toBeHidden();
  await other.goto(`/en/builder/${scene}`);
  await expect(
    other.getByRole('heading', { name: 'You need access to this scene', exact: true }),
  ).toBeVisible();
  expectOtherSilence();
  await other.context().close();
});

test('an invitation shows its addressee, can be declined, and is invalid after its removal', async ({
  page,
  browser,
  baseURL,
}) => {
  const owner = await signUp(page);
  const [scene = ''] = await makeScenes(page, 'Bridge');
  const stranger = await otherMachine(browser, baseURL);
  const eve = await signUp(stranger);
  const invite = (email: string) =>
    callApi(page, 'POST', '/api/invitations', { email, role: 1, compositions: [scene] });
  const bob = newPerson();
  const invitation = await invite(bob.email);
  const path = `/en/accept-invitation/${invitation.uuid}`;

  await stranger.goto(path);
  await expect(
    stranger.getByText(`You are logged in as ${eve.email}. This invitation is for ${bob.email}.`, {
      exact: true,
    }),
  ).toBeVisible();
  await expectAccessible(stranger);
  await stranger.getByRole('button', { name: `Log in as ${bob.email}`, exact: true }).click();
  await stranger.waitForURL(/\/en\/login\?/);
  await expect(stranger.getByLabel('Email', { exact: true })).toHaveValue(bob.email);
  await stranger.goto(path);
  await stranger.getByRole('button', { name: 'Decline', exact: true }).click();
  await expect(
    stranger.getByRole('heading', { name: 'You declined this invitation', exact: true }),
  ).toBeVisible();
  await expect(stranger.getByText(new RegExp(`ask ${owner.name} for a new one`))).toBeVisible();
  await expectAccessible(stranger);

  await page.goto('/es/people-and-settings');
  const row = rowOf(page, bob.email);
  await expect(row.getByText('Rechazada', { exact: true })).toBeVisible();
  await row.getByRole('button', { name: `Acciones para ${bob.email}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Ver y cambiar el acceso', exact: true }).click();
  await page.getByRole('button', { name: 'Reenviar a Bridge', exact: true }).click();
  await expect(page.getByText(`Invitación reenviada a ${bob.email}.`, { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cerrar', exact: true }).last().click();
  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Quitar', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Quitar', exact: true }).click();
  await expect(row).toBeHidden();
  await stranger.goto(`/es/accept-invitation/${invitation.uuid}`);
  await expect(
    stranger.getByRole('heading', { name: 'Esta invitación no es válida', exact: true }),
  ).toBeVisible();
  await stranger.context().close();
});

test('a user requests access to a scene, and the page opens when the owner grants it', {
  tag: '@core',
}, async ({ page, browser, baseURL, stack }) => {
  const owner = await signUp(page);
  const [scene = ''] = await makeScenes(page, 'Vault');
  const other = await otherMachine(browser, baseURL);
  const asker = await signUp(other);
  await other.goto(`/en/builder/${scene}`);
  await other.getByRole('button', { name: 'Request access', exact: true }).click();
  await expect(other.getByRole('heading', { name: 'Request sent', exact: true })).toBeVisible();
  await expectAccessible(other);

  await page.goto('/en/scenes/all');
  await expect(page.getByRole('link', { name: 'Settings, 1 access request', exact: true })).toBeVisible();
  const mail = await mailTo(stack, owner.email, /requests access to an item of yours/);
  await page.goto(linkIn(mail, '/people-and-settings'));
  await expect(page.getByRole('tab', { name: 'People (1)', exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: `Give access to ${asker.name}`, exact: true }).click();
  await expect(page.getByText(`${asker.name} has access.`, { exact: true })).toBeVisible();
  await expect(rowOf(page, asker.email)).toBeVisible();

  await expect(other.getByRole('heading', { name: 'Request sent', exact: true })).toBeHidden();
  await expect(other).toHaveTitle(/Vault/);
  await mailTo(stack, asker.email, /Your access request was granted/);
  await other.context().close();
});

test('the member list fits every screen, and a guest sees and can leave the workspace', async ({
  page,
  browser,
  baseURL,
}) => {
  const owner = await signUp(page);
  const account = await ownAccount(page);
  await page.goto('/en/people-and-settings');
  await expect(page.getByRole('heading', { name: 'You’re the only one here', exact: true })).toBeVisible();
  await expectAccessible(page);
  const other = await otherMachine(browser, baseURL);
  const guest = await signUp(other);
  const invitation = await callApi(page, 'POST', '/api/invitations', {
    email: guest.email,
    role: 3,
    accounts: [account],
  });
  await other.goto(`/en/accept-invitation/${invitation.uuid}`);
  await other.getByRole('button', { name: 'Accept invitation', exact: true }).click();
  await other.waitForURL('**/en/scenes/shared');
  await other.goto('/en/people-and-settings');
  await expect(other.getByText(/^You are a guest in this workspace/)).toBeVisible();
  await expect(rowOf(other, owner.name)).toBeVisible();
  await expectAccessible(other);
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const language of ['en', 'es']) {
      await page.goto(`/${language}/people-and-settings`);
      await expect(rowOf(page, guest.email)).toBeVisible();
      await expectNoSidewaysScroll(page);
    }
  }
  await other.getByRole('button', { name: `Actions for ${guest.name}`, exact: true }).click();
  await other.getByRole('menuitem', { name: 'Leave', exact: true }).click();
  await other.getByRole('alertdialog').getByRole('button', { name: 'Leave', exact: true }).click();
  await other.waitForURL('**/en/scenes/all');
  await expect(rowOf(page, guest.email)).toBeHidden();
  await other.context().close();
});

test('a shared project appears in the sidebar, and an editor creates scenes in it', async ({
  page,
  browser,
  baseURL,
}) => {
  await signUp(page);
  const owner = await ownAccount(page);
  const project = await callApi(page, 'POST', '/api/projects', { name: 'Showroom', owner });
  await callApi(page, 'POST', '/api/compositions', { name: 'Counter', project: project.uuid });
  const other = await otherMachine(browser, baseURL);
  const expectSilence = watchConsole(other);
  const guest = await signUp(other);
  await expect(other.getByRole('heading', { name: 'Shared projects', exact: true })).toBeHidden();
  const invitation = await callApi(page, 'POST', '/api/invitations', {
    email: guest.email,
    role: 0,
    projects: [project.uuid],
  });
  await other.goto(`/en/accept-invitation/${invitation.uuid}`);
  await other.getByRole('button', { name: 'Accept invitation', exact: true }).click();
  await other.waitForURL(`**/en/project/${project.uuid}`);
  await other.goto('/en/scenes/all');
  await expect(other.getByRole('heading', { name: 'Shared projects', exact: true })).toBeVisible();
  await expectAccessible(other);
  await other.getByRole('link', { name: 'Showroom', exact: true }).click();
  await expect(other.getByRole('heading', { level: 1, name: 'Showroom', exact: true })).toBeVisible();
  await expect(other.getByText('Counter', { exact: true })).toBeVisible();
  await other.getByRole('button', { name: 'New scene', exact: true }).first().click();
  await other.waitForURL('**/en/builder/**');
  await page.goto(`/en/project/${project.uuid}`);
  await expect(page.getByText(/^Untitled/)).toBeVisible();

  await other.goto('/en/scenes/all');
  await expect(other.getByRole('link', { name: 'Showroom', exact: true })).toBeVisible();
  await callApi(page, 'DELETE', `/api/projects/${project.uuid}`);
  await expect(other.getByRole('link', { name: 'Showroom', exact: true })).toBeHidden();
  expectSilence();
  await other.context().close();
});
