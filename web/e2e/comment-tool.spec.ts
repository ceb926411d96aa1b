import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import {
  callApi,
  expectAccessible,
  expectNoSidewaysScroll,
  joinAsViewer,
  makeScenes,
  putScene,
  signUp,
  watchConsole,
} from './helpers.ts';

const isSaved = (page: Page) => page.getByRole('status').filter({ hasText: /^Saved$/ });
const viewportOf = (page: Page) => page.getByRole('application', { name: 'Viewport', exact: true });
const threadOf = (page: Page) => page.getByRole('region', { name: 'Thread 1', exact: true });

/** Creates a scene with one box, seen from straight ahead, so that its front fills the middle of the view. */
async function makeBoxScene(page: Page): Promise<string> {
  const [uuid = ''] = await makeScenes(page, 'To discuss');
  await putScene(page, uuid, {
    nodes: { box: { kind: 'box', name: 'Box', props: { size: [4, 4, 4] } } },
    camera: { position: [0, 0, 12], target: [0, 0, 0], fov: 40 },
  });
  return uuid;
}

async function open(page: Page, uuid: string, query = ''): Promise<void> {
  await page.goto(`/en/builder/${uuid}${query}`);
  await expect(page.getByRole('treeitem', { name: 'Box', exact: true })).toBeVisible();
}

test('a viewer comments on a spot, and the owner replies, resolves and finds the thread', {
  tag: '@core',
}, async ({ page, browser, baseURL }) => {
  const silences = [watchConsole(page)];
  const owner = await signUp(page);
  const uuid = await makeBoxScene(page);
  const { context, other, name: guest } = await joinAsViewer(page, browser, { baseURL: baseURL ?? '', uuid });
  silences.push(watchConsole(other));
  await open(page, uuid);
  await page.keyboard.press('c');
  await expect(page.getByText('No comments yet', { exact: true })).toBeVisible();
  await expectAccessible(page);
  // While another tool is active, a toast announces a mention, and the tool's button shows an unread mark.
  await page.keyboard.press('Escape');

  await open(other, uuid);
  await other.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(other.getByText('No comments yet', { exact: true })).toBeVisible();
  const { width, height } = (await viewportOf(other).boundingBox()) ?? { width: 0, height: 0 };
  await viewportOf(other).click({ position: { x: width / 2 - 40, y: height / 2 + 20 } });
  const field = other.getByRole('textbox', { name: 'Comment', exact: true });
  await expect(field).toBeFocused();
  await field.pressSequentially(`Too high, @${owner.name.slice(0, 3)}`);
  await expect(other.getByRole('option', { name: owner.name, exact: true })).toBeVisible();
  await expectAccessible(other);
  await field.press('Enter');
  await expect(field).toHaveValue(`Too high, @${owner.name} `);
  await field.pressSequentially('is it not?');
  await field.press('Control+Enter');
  await expect(threadOf(other)).toBeVisible();
  await expect(threadOf(other).getByRole('img')).toBeVisible();
  await expect(threadOf(other).getByRole('button', { name: 'Resolve', exact: true })).toBeHidden();

  // The owner receives the mention without a reload, finds the pin in the scene and replies.
  const note = page.getByRole('status').filter({ hasText: `${guest} mentioned you` });
  await expect(note).toBeVisible();
  await expect(page.getByRole('button', { name: /^Comment.*unread/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show in scene', exact: true }).click();
  const pin = page.getByRole('button', { name: /^1: Too high, / });
  await expect(pin).toBeVisible();
  await expect(threadOf(page).getByText(`@${owner.name}`, { exact: true })).toBeVisible();
  await threadOf(page).getByRole('textbox', { name: 'Reply', exact: true }).fill('It is <b>not</b>.');
  await threadOf(page).getByRole('button', { name: 'Reply', exact: true }).click();
  await expect(threadOf(other).getByText('It is <b>not</b>.', { exact: true })).toBeVisible();
  await expectAccessible(page);

  // The pin follows when the node moves.
  const before = await pin.boundingBox();
  await page.getByRole('treeitem', { name: 'Box', exact: true }).click();
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await viewportOf(page).focus();
  for (let step = 0; step < 2; step += 1) {
    await page.keyboard.press('Shift+ArrowRight');
  }
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect.poll(async () => (await pin.boundingBox())?.x).toBeGreaterThan((before?.x ?? 0) + 20);
  await expect(isSaved(page)).toBeVisible();

  // An unsent reply survives when another user resolves the thread.
  const answerOf = (one: Page) => threadOf(one).getByRole('textbox', { name: 'Reply', exact: true });
  await answerOf(other).fill('Half an answer');
  await threadOf(page).getByRole('button', { name: 'Resolve', exact: true }).click();
  await expect(threadOf(other).getByText(`Resolved by ${owner.name}.`, { exact: false })).toBeVisible();
  await expect(threadOf(other).getByRole('textbox')).toBeHidden();
  await expect(pin).toBeHidden();
  await threadOf(page).getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('combobox', { name: 'Filter threads', exact: true }).click();
  await page.getByRole('option', { name: 'Resolved', exact: true }).click();
  await page.getByRole('listitem').filter({ hasText: 'Too high' }).getByRole('button').click();
  await threadOf(page).getByRole('button', { name: 'Reopen', exact: true }).click();
  await expect(answerOf(other)).toHaveValue('Half an answer');

  // The author deletes the thread for both users; the other user's unsent reply moves to a new comment.
  await answerOf(page).fill('And yet it is.');
  await threadOf(other)
    .getByRole('button', { name: /^More actions for / })
    .first()
    .click();
  await other.getByRole('menuitem', { name: 'Delete', exact: true }).click();
  await other.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(threadOf(other)).toBeHidden();
  await expect(threadOf(page)).toBeHidden();
  await expect(page.getByRole('textbox', { name: 'Comment', exact: true })).toHaveValue('And yet it is.');
  await context.close();
  for (const expectSilence of silences) {
    expectSilence();
  }
});

test('a link opens a thread, also of a deleted node, and text that cannot be sent is kept', async ({
  page,
}) => {
  await signUp(page);
  const uuid = await makeBoxScene(page);
  const say = (body: object) => callApi(page, 'POST', `/api/compositions/${uuid}/comments`, body);
  const camera = { position: [8, 2, 8], target: [0, 0, 0], fov: 40 };
  const first = await say({
    text: 'Here',
    anchor: { node: 'box', position: [2, 0, 0], normal: [1, 0, 0], camera },
  });
  await say({ text: 'Gone', anchor: { node: 'lamp', position: [0, 0, 0] } });
  await open(page, uuid, `?comment=${first.uuid}`);
  await expect(threadOf(page).getByText('Here', { exact: true })).toBeVisible();
  await threadOf(page).getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/builder/${uuid}$`));
  await page.getByRole('listitem').filter({ hasText: 'Gone' }).getByRole('button').click();
  const gone = page.getByRole('region', { name: 'Thread 2', exact: true });
  await expect(
    gone.getByText('The object of this comment is no longer in the scene.', { exact: true }),
  ).toBeVisible();

  await page.route('**/comments', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await page.getByRole('button', { name: 'Comment on the whole scene', exact: true }).click();
  const field = page.getByRole('textbox', { name: 'Comment', exact: true });
  await field.fill('All of it is fine.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(field).toBeHidden();
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(field).toHaveValue('All of it is fine.');
  await page.unroute('**/comments');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const whole = page.getByRole('region', { name: 'Thread 3', exact: true });
  await expect(whole.getByText('The whole scene', { exact: true })).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.goto(`/en/builder/${uuid}?comment=01900000-0000-7000-8000-0000000000ff`);
  await expect(page.getByText('This comment no longer exists.', { exact: true })).toBeVisible();
});
