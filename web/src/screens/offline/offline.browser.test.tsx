import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { FakeServer } from '../../test/fake-server.ts';
import { ACCOUNT, openApp } from '../../test/open-app.tsx';

const KITCHEN = {
  '@id': '/api/compositions/01900000-0000-7000-8000-00000000c001',
  uuid: '01900000-0000-7000-8000-00000000c001',
  name: 'Kitchen',
  account: ACCOUNT['@id'],
} as const;

const text = (words: string) => page.getByText(words, { exact: true });

/** Disconnects the network and fires the event of the browser. */
function goOffline(server: FakeServer) {
  server.isAway = true;
  window.dispatchEvent(new Event('offline'));
}

function goOnline(server: FakeServer) {
  server.isAway = false;
  window.dispatchEvent(new Event('online'));
}

it('a failed read is repeated once the server answers again', async () => {
  const server = await openApp('/en/scenes/all', { answers: { listCompositions: { member: [KITCHEN] } } });
  await expect.element(page.getByRole('link', { name: 'Kitchen', exact: true })).toBeVisible();
  // The browser has a network, but the server is down.
  server.isAway = true;
  server.answers.listCompositions = { member: [] };
  await page.getByRole('link', { name: 'Shared scenes', exact: true }).click();
  await expect.element(text('No connection')).toBeVisible();
  server.isAway = false;
  await expect.element(text('No connection')).not.toBeInTheDocument();
  await expect
    .element(page.getByRole('heading', { name: 'Nothing shared with you yet', exact: true }))
    .toBeVisible();
});

it('a select that saves at once opens only when online', async () => {
  const server = await openApp('/en/people-and-settings?tab=settings');
  const unit = page.getByRole('combobox', { name: 'Units for new scenes', exact: true });
  await expect.element(unit).toBeVisible();
  goOffline(server);
  await expect.element(unit).toHaveAttribute('aria-disabled', 'true');
  await unit.click({ force: true });
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
  goOnline(server);
  await expect.element(unit).not.toHaveAttribute('aria-disabled');
  await unit.click();
  await page.getByRole('option', { name: 'Feet', exact: true }).click();
  await expect.poll(() => server.changes.map(({ body }) => body)).toEqual([{ unit: 'feet' }]);
});
