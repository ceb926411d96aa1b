import { createDb } from '@diorama/shared/server/db/knex.ts';
import { expect, test } from './fixtures.ts';
import {
  callApi,
  expectAccessible,
  expectNoSidewaysScroll,
  makeScenes,
  newPerson,
  signUp,
} from './helpers.ts';

test('comments of other users are found in the overview, read, and opened in the scene', {
  tag: '@core',
}, async ({ quietPage: page, stack }) => {
  await signUp(page);
  const [scene = ''] = await makeScenes(page, 'Reading room');
  await page.getByRole('link', { name: 'Comments', exact: true }).click();
  await expect(page.getByText('You’re all caught up', { exact: true })).toBeVisible();
  await expectAccessible(page);

  const friend = newPerson();
  const session = await page.request.post('/api/users/signup', {
    data: { email: friend.email, password: friend.password, username: friend.name },
  });
  const { token, user } = await session.json();
  const db = createDb(stack.run().addresses.database ?? '', { name: 'journey' });
  await db('composition_members').insert({ composition_id: scene, user_id: user.uuid, role: 1 });
  await db.destroy();
  const say = async (text: string) => {
    const answer = await page.request.post(`/api/compositions/${scene}/comments`, {
      data: { text },
      headers: { Authorization: `Bearer ${token}` },
    });
    return (await answer.json()).uuid as string;
  };
  const first = await say('Is <b>this</b> lamp on?');
  await say('And the shelf?');
  // Comments arrive over the live stream, without a reload.
  const lines = page.getByRole('main').getByRole('listitem');
  await expect(lines).toHaveCount(2);
  await expect(page.getByRole('link', { name: 'Comments, 2 unread threads', exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await lines
    .filter({ hasText: 'the shelf' })
    .getByRole('button', { name: 'Mark as read', exact: true })
    .click();
  await expect(lines).toHaveCount(1);
  await page.getByRole('link', { name: 'Is <b>this</b> lamp on?', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/en/builder/${scene}\\?comment=${first}$`));
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeVisible();
  // A browser logs an error for a connection that is closed before it opens.
  await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible();
  await page.goBack();
  await expect(page.getByText('You’re all caught up', { exact: true })).toBeVisible();

  await page.getByRole('tab', { name: 'Open', exact: true }).click();
  await expect(lines).toHaveCount(2);
  await callApi(page, 'PATCH', `/api/comments/${first}`, { resolved: true });
  await expect(lines).toHaveCount(1);
  await page.getByRole('tab', { name: 'Resolved', exact: true }).click();
  await expect(lines).toHaveText(/Is <b>this<\/b> lamp on\?/);
});
