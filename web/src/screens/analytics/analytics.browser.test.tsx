import { CodedError } from '@diorama/shared/contract/errors.ts';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { FREE, openApp } from '../../test/open-app.tsx';

it('the analytics CSV is downloaded with a renewed token when the old one is rejected', async () => {
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  onTestFinished(() => click.mockRestore());
  let asked = 0;
  await openApp('/en/analytics/01900000-0000-7000-8000-00000000c001', {
    answers: {
      getAccount: { ...FREE, features: { ...FREE.features, analytics: true } },
      getAnalytics: { totals: { views: 3 }, days: [{ day: '2026-01-02', views: 3 }] },
      downloadAnalytics: () => {
        asked += 1;
        return asked === 1 ? new CodedError('auth.session-expired') : undefined;
      },
    },
  });
  await page.getByRole('button', { name: 'Download CSV', exact: true }).click();
  await expect.poll(() => click.mock.calls).toHaveLength(1);
  expect(asked).toBe(2);
});
