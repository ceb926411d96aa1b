import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectAccessible, expectNoSidewaysScroll, makeScenes, signUp } from './helpers.ts';

const plansOf = (page: Page) => page.getByRole('dialog').getByRole('heading', { level: 3 });

test.describe('the plans', () => {
  test('open in a dialog from every Upgrade button and lead to the payment page', {
    tag: '@core',
  }, async ({ quietPage: page }) => {
    const { name } = await signUp(page);
    await page.getByRole('button', { name: 'Upgrade', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: `Upgrade ${name}`, exact: true });
    await expect(plansOf(page)).toHaveText(['Free', 'Starter', 'Pro']);
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await dialog.getByRole('button', { name: 'Continue with workspace', exact: true }).click();
    await expect(dialog).toBeHidden();
    expect(new URL(page.url()).pathname).toBe('/en/scenes/all');

    await page.goto('/en/people-and-settings?tab=settings');
    await page.getByRole('button', { name: 'View plans', exact: true }).click();
    await expect(plansOf(page)).toHaveText(['Free', 'Starter', 'Pro']);
    await page.keyboard.press('Escape');

    await makeScenes(page, 'One', 'Two', 'Three', 'Four', 'Five');
    await page.goto('/en/scenes/all');
    await page.getByRole('button', { name: 'New scene', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Upgrade', exact: true }).click();
    await dialog.getByRole('link', { name: 'Choose Pro', exact: true }).click();
    await page.waitForURL('**/en/upgrade/*/pro/billing-cycle');
    const heading = page.getByRole('heading', { name: 'Pro plan', exact: true });
    await expect(heading).toBeVisible();
    // 31.25 rem, the content width.
    expect((await heading.locator('../..').boundingBox())?.width).toBe(500);
    await expect(page.getByRole('radio', { name: /Monthly/ })).toBeChecked();
    await page.getByRole('radio', { name: /Yearly/ }).check({ force: true });
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Cancel', exact: true }).click();
    await page.waitForURL('**/en/scenes/all');
    // From the billing tab it leads straight there, and a cancelled upgrade back.
    await page.goto('/en/people-and-settings?tab=billing');
    await page.getByRole('link', { name: 'Choose Pro', exact: true }).click();
    await page.waitForURL('**/en/upgrade/*/pro/billing-cycle');
    await page.getByRole('link', { name: 'Cancel', exact: true }).click();
    await page.waitForURL('**/en/people-and-settings?tab=billing');
    await page.goto('/en/upgrade/00000000-0000-4000-8000-000000000001/pro');
    await expect(page.getByRole('heading', { name: 'No plans available here', exact: true })).toBeVisible();
  });
});
