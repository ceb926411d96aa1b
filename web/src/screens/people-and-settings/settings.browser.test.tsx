import { CodedError } from '@diorama/shared/contract/errors.ts';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ACCOUNT, expectReadable, FREE, openApp } from '../../test/open-app.tsx';

const button = (name: string) => page.getByRole('button', { name, exact: true });

it('workspace settings change its name and default unit', async () => {
  const detail = { name: 'Kitchens', unit: 'm' as const };
  const server = await openApp('/en/people-and-settings?tab=settings', {
    answers: {
      getAccount: () => ({ ...FREE, detail }),
      updateAccountDetail: ({ body }) => Object.assign(detail, body),
    },
  });
  await page.getByLabelText('Name', { exact: true }).fill('Studio Nord');
  const me = server.answers.getMe as object;
  Object.assign(server.answers, { getMe: { ...me, accounts: [{ ...ACCOUNT, name: 'Studio Nord' }] } });
  await button('Save changes').click();
  await expect.element(button('Workspace: Studio Nord')).toBeVisible();
  const units = page.getByRole('combobox', { name: 'Units for new scenes', exact: true });
  await units.click();
  await page.getByRole('option', { name: 'Centimeters', exact: true }).click();
  await expect.element(units).toHaveTextContent('Centimeters');
  expect(server.changes.map(({ body }) => body)).toMatchObject([
    { accountName: 'Studio Nord' },
    { unit: 'cm' },
  ]);
  await expect.element(page.getByText(/^Custom watermarks are available on Starter/)).toBeVisible();
  await expectReadable();
});

it('a workspace on Free has no invoices and shows the other plans', async () => {
  await openApp('/en/people-and-settings?tab=billing', {
    answers: {
      listPlans: { member: [{ name: 'starter', displayName: 'Starter', isPremium: true }], totalItems: 1 },
    },
  });
  await expect.element(page.getByText('No invoices yet.', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Starter', exact: true })).toBeVisible();
  await expectReadable();
});

it('a workspace beyond the plan’s limit is not created', async () => {
  await openApp('/en/scenes/all', { answers: { createAccount: new CodedError('workspaces.limit') } });
  await button('Workspace: Kitchens').click();
  await page.getByRole('menuitem', { name: 'New workspace', exact: true }).click();
  await page.getByRole('dialog').getByLabelText('Name', { exact: true }).fill('Second');
  await button('Create').click();
  await expect
    .element(page.getByRole('heading', { name: 'Your plan does not allow another workspace', exact: true }))
    .toBeVisible();
});

it('the referral field is cleared after the invitation is sent', async () => {
  const server = await openApp('/en/people-and-settings?tab=settings', {
    answers: { sendReferral: { email: 'eve@example.test' } },
  });
  const email = page.getByLabelText("Friend's email", { exact: true });
  await email.fill('eve@example.test');
  await button('Send invitation').click();
  await expect.element(page.getByText('Invitation sent to eve@example.test.', { exact: true })).toBeVisible();
  await expect.element(email).toHaveValue('');
  await button('Send invitation').click();
  await expect.element(page.getByText('Please fill in the field', { exact: true })).toBeVisible();
  expect(server.changes).toHaveLength(1);
});

it('an export too large to import shows a warning beforehand', async () => {
  const storage = { used: 25_000_000_000, available: 100_000_000_000 };
  await openApp('/en/people-and-settings?tab=settings', {
    answers: { getAccount: () => ({ ...FREE, storage }) },
  });
  await expect
    .element(page.getByText(/^This workspace has files of 25 GB. An archive above 20 GB can be downloaded/))
    .toBeVisible();
});
