import { ORDER_STATUS } from '@diorama/shared/domain/order.ts';
import { PLAN_NAMES, PLANS } from '@diorama/shared/plans.ts';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Answers } from '../../test/fake-server.ts';
import { ACCOUNT, expectReadable, FREE, openApp } from '../../test/open-app.tsx';

const ORDER = '01900000-0000-7000-8000-00000000e001';
const COMPLETED = `/en/upgrade-completed/${ORDER}?plan=pro&username=Ada`;

const button = (name: string) => page.getByRole('button', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const text = (words: string) => page.getByText(words, { exact: true });

const OFFERED: Answers = {
  listPlans: {
    member: PLAN_NAMES.map((name) => ({
      name,
      displayName: PLANS[name].displayName,
      isPremium: name !== 'free',
    })),
    totalItems: PLAN_NAMES.length,
  },
};

const shownPlans = () =>
  page
    .getByRole('dialog')
    .getByRole('heading', { level: 3 })
    .elements()
    .map((each) => each.textContent?.toLowerCase());

it('a workspace on Free is offered all plans except Enterprise', async () => {
  await openApp('/en/scenes/all', { answers: OFFERED });
  await button('Upgrade').click();
  await expect.poll(shownPlans).toEqual(['free', 'starter', 'pro']);
  await expectReadable();
});

it('the current plan is not offered again', async () => {
  await openApp('/en/scenes/all', {
    answers: { ...OFFERED, getAccount: { ...FREE, subscriptionType: 'starter' } },
  });
  await button('Upgrade').click();
  await expect.poll(shownPlans).toEqual(['pro', 'enterprise']);
});

it('no plan can be chosen while a paid plan is pending, on Enterprise as well', async () => {
  const getAccount = {
    ...FREE,
    subscriptionType: 'enterprise',
    subscriptionStatus: 6,
    subscriptionNeedsSync: true,
  } as const;
  await openApp('/en/people-and-settings?tab=billing', { answers: { ...OFFERED, getAccount } });
  await expect.element(button('Choose Pro')).toBeDisabled();
  await expect.element(page.getByRole('link', { name: 'Choose Pro', exact: true })).not.toBeInTheDocument();
  const sidebar = page.getByRole('complementary');
  await expect.element(sidebar.getByText('Pending', { exact: true })).toBeVisible();
  await expect.element(sidebar.getByRole('button', { name: 'Upgrade', exact: true })).toBeDisabled();
});

it('the return page reports an unpaid order and links to support', async () => {
  await openApp(COMPLETED, {
    answers: {
      checkOrderStatus: { status: ORDER_STATUS.pending, active: false },
      getOrder: { currency: 'EUR' },
    },
  });
  await expect.element(heading('Payment failed')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Contact support', exact: true })).toBeVisible();
  await expectReadable();
  await button('Not now').click();
  await expect.poll(() => location.pathname).toBe('/en/scenes/all');
});

it.each([
  [true, 0],
  [false, 1],
] as const)('the return page welcomes the user after a payment, plan active: %s', async (active, notes) => {
  let asked = 0;
  await openApp(COMPLETED, {
    answers: {
      getOrder: { currency: 'EUR' },
      checkOrderStatus: () => {
        asked += 1;
        return asked < 3
          ? { status: ORDER_STATUS.pending, active: false }
          : { status: ORDER_STATUS.paid, active };
      },
    },
  });
  await expect.element(heading('Welcome to Pro, Ada')).toBeVisible();
  expect(asked).toBe(3);
  expect(text('Plan is not active yet').elements()).toHaveLength(notes);
  await expectReadable();
  await page.getByRole('link', { name: 'Continue to your scenes', exact: true }).click();
  await expect.poll(() => location.pathname).toBe('/en/scenes/all');
});

it('a promotion counts down for owners on Free and disappears when it ends', async () => {
  const endsAt = new Date(Date.now() + 90_000_000).toISOString();
  await openApp('/en/scenes/all', {
    answers: { ...OFFERED, getConfig: { promotion: { endsAt, discount: 50 } } },
  });
  const bar = page.getByRole('complementary', { name: 'Offer', exact: true });
  await expect.poll(() => bar.element().textContent).toContain('Get Pro at 50% off');
  const timer = bar.getByRole('timer');
  await expect.poll(() => timer.element().textContent).toMatch(/^1:00:\d\d:\d\d$/);
  const first = timer.element().textContent;
  await expect.poll(() => timer.element().textContent).not.toBe(first);
  await expectReadable();
  await page.viewport(1440, 900);
  await bar.getByRole('link').click();
  await expect.poll(() => location.search).toBe('?months=12');
  expect(location.pathname).toBe(`/en/upgrade/${ACCOUNT.uuid}/pro/billing-cycle`);
  history.back();
  await expect.element(timer).toBeVisible();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(endsAt) });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  await page.getByRole('link', { name: 'Trash', exact: true }).click();
  await expect.element(bar).not.toBeInTheDocument();
});
