import { expect, test } from './fixtures.ts';
import { expectAccessible, signInAsOperator } from './helpers.ts';

// These journeys change the operator's workspace and the processes, so they have a product that no other journey uses.
test.use({ environment: { DIORAMA_DEMO: '1' } });

test('an operator who suspends their own workspace is warned and can reactivate it', async ({
  quietPage: page,
}) => {
  await signInAsOperator(page);
  await page.goto('/en/operators?tab=accounts');
  await page
    .getByRole('searchbox', { name: 'Search name, owner or email', exact: true })
    .fill('demo@diorama.test');
  const line = page
    .getByRole('list', { name: 'Workspaces in this installation', exact: true })
    .getByRole('listitem')
    .filter({ hasText: 'demo@diorama.test' });
  await expect(line.getByText('Yours', { exact: true })).toBeVisible();
  await line.getByRole('button', { name: /^Suspend/ }).click();
  await expect(page.getByText(/This is your own workspace/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Reason', exact: true }).fill('Copied models');
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend', exact: true }).click();
  await expect(line.getByText('Suspended', { exact: true })).toBeVisible();
  await page.goto('/en/scenes/all');
  await expect(page.getByRole('heading', { name: /is suspended/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: /You are an operator/ }).click();
  await line.getByRole('button', { name: /^Reactivate/ }).click();
  await expect(page.getByText('No suspended workspaces', { exact: true })).toBeVisible();
  await page.getByText('Go to my scenes', { exact: true }).click();
  await expect(page.getByRole('heading', { name: /is suspended/ })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a killed worker is shown as not reporting, and the page of its queue opens', async ({
  quietPage: page,
  stack,
}) => {
  await signInAsOperator(page);
  await page.goto('/en/operators');
  const processes = page.getByRole('region', { name: 'Processes', exact: true });
  const notify = processes.getByRole('listitem').filter({ hasText: 'worker-notify' });
  await expect(notify).toHaveCount(1);
  await expect(notify.getByText('Running', { exact: true })).toBeVisible();
  const pid = stack.run().processes['worker-notify']?.pid ?? 0;
  expect(pid).toBeGreaterThan(0);
  await expect(notify.getByText(new RegExp(`process ${pid}\\b`))).toBeVisible();
  process.kill(pid, 'SIGKILL');
  await expect(notify.getByText(/^No report since/)).toBeVisible();
  await expect(page.getByText(/worker-notify on .* has not reported since/)).toBeVisible();
  // The stack has started another worker in its place.
  await expect(notify.getByText('Running', { exact: true })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Open notify', exact: true }).click();
  const board = page.frameLocator('iframe[title="Job queues"]');
  await expect(board.getByText('notify', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open in a new tab', exact: true })).toHaveAttribute(
    'href',
    '/operators/queues/queue/notify',
  );
});
