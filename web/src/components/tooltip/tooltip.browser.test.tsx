import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openApp } from '../../test/open-app.tsx';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const tooltip = page.getByRole('tooltip');

it('a tooltip shows the name of an icon after a delay, and the next one at once', async () => {
  await openApp('/en/scenes/all');
  await button('List').hover();
  await expect.element(tooltip).toHaveTextContent('List');
  await button('Grid').hover();
  await expect.element(tooltip).toHaveTextContent('Grid');
  await userEvent.keyboard('{Escape}');
  await expect.element(tooltip).not.toBeInTheDocument();
  await page.getByRole('heading', { level: 1 }).hover();
  await button('List').hover();
  await expect.element(tooltip).toHaveTextContent('List');
  await button('List').click();
  await expect.element(tooltip).not.toBeInTheDocument();
});

it('a tooltip shows at once on keyboard focus, inside the window', async () => {
  await openApp('/en/scenes/all');
  await expect.element(button('List')).toBeVisible();
  (button('Grid').element() as HTMLElement).focus();
  await userEvent.keyboard('{Tab}');
  await expect.element(button('List')).toHaveFocus();
  await expect.element(tooltip).toHaveTextContent('List');
  const box = document.querySelector('[data-radix-popper-content-wrapper]')?.getBoundingClientRect();
  expect(box?.right).toBeLessThanOrEqual(window.innerWidth);
  await userEvent.keyboard('{Tab}');
  await expect.element(tooltip).not.toBeInTheDocument();
});
